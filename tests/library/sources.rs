//! The sources of the crates as syntax: which paths each file uses, and which file defines a name.
//!
//! A crate below `crates` stands for the floor that the root calls it:
//! `crates/dancing/src/links.rs` is `dlx/links.rs`, and its names begin with `crate::dlx`.
//!
//! Paths are absolute: `crate::dlx::Problem` and `std::fs::read`, whether they are written in a
//! `use` or at the point of use, where an import may have shortened them. Tests, comments and docs
//! are left out. A macro's arguments are read as expressions if they are some, else as tokens.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, Token, UseTree, Visibility};

/// The folders of sources, each with the floor that it is. The root and the workbench have several.
const CRATES: [(&str, &str); 7] = [
    ("src", ""),
    ("crates/dancing/src", "dlx"),
    ("crates/puzzle/src", "puzzle"),
    ("crates/solve/src", "solve"),
    ("crates/study/src", "study"),
    ("crates/witness/src", "witness"),
    ("crates/workbench/src", ""),
];

/// The names of the crates, each with the module that the root calls it. The workbench is two.
const FLOORS: [(&str, &str); 6] = [
    ("dancing", "crate::dlx"),
    ("quadrille_puzzle", "crate::puzzle"),
    ("quadrille_solve", "crate::solve"),
    ("quadrille_study", "crate::study"),
    ("quadrille_witness", "crate::witness"),
    ("quadrille_workbench", "crate"),
];

/// All files of the crates, and their paths below `src`, as if they were one.
pub fn all() -> Vec<(PathBuf, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (folder, floor) in CRATES {
        let folder = root.join(folder);
        let below = |file: &Path| match file.strip_prefix(&folder).unwrap() {
            face if !floor.is_empty() && face == Path::new("lib.rs") => Path::new(floor).join("mod.rs"),
            face if folder.ends_with("workbench/src") && face == Path::new("lib.rs") => PathBuf::from("workbench.rs"),
            path => Path::new(floor).join(path),
        };
        let before = found.len();
        found.extend(files(&folder, "rs").into_iter().map(|file| (file.clone(), below(&file))));
        assert!(found.len() > before, "{} is empty", folder.display());
    }
    found
}

/// A file below `src`.
pub struct Source {
    /// The path below `src`: `study/narrate.rs`.
    pub path: PathBuf,
    /// The module that the file is: `crate::study::narrate`. `main.rs` is `main`.
    pub module: String,
    /// The absolute paths that are used, with the first line on which each is. Re-exports are not
    /// followed; [`Crate::home`] does that.
    pub uses: BTreeMap<String, usize>,
    /// The re-exports: each public name, `*` for a glob, and the absolute path behind it.
    pub exports: Vec<(String, String)>,
    /// Every identifier.
    pub words: BTreeSet<String>,
    /// Method calls: the last name of the receiver (a variable, a field, a method), the method.
    pub calls: BTreeSet<(String, String)>,
    /// What is indexed: the last name of each receiver.
    pub indexed: BTreeSet<String>,
    /// The last names of types behind `&mut`.
    pub mutable: BTreeSet<String>,
    /// Attributes without blanks: `allow(dead_code)`.
    pub attributes: Vec<String>,
}

impl Source {
    /// Returns the first path that equals the prefix or lies below it.
    pub fn uses_below(&self, prefix: &str) -> Option<&str> {
        self.uses.keys().map(String::as_str).find(|path| is_below(path, prefix))
    }

    /// Returns whether the file is, or lies in, one of the files and folders below `src`.
    pub fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }
}

/// Returns whether a path equals a prefix, or continues it after `::`.
pub fn is_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// A module: a file, or a block inside one.
#[derive(Default)]
struct Scope {
    /// The position of the file in [`Crate::sources`].
    file: usize,
    /// What is imported, by the name that it has here: the path as written, `true` if re-exported.
    imports: BTreeMap<String, (Vec<String>, bool)>,
    /// Imports of everything in a module.
    globs: Vec<(Vec<String>, bool)>,
    /// The items that are defined here, modules too.
    names: BTreeSet<String>,
}

/// All files below `src`, read once.
pub static CRATE: LazyLock<Crate> = LazyLock::new(Crate::read);

/// All files below `src`.
pub struct Crate {
    pub sources: Vec<Source>,
    scopes: BTreeMap<String, Scope>,
}

impl Crate {
    /// Reads and resolves all files.
    fn read() -> Crate {
        let mut found = Crate { sources: Vec::new(), scopes: BTreeMap::new() };
        let mut used = Vec::new();
        for (file, path) in all() {
            let tokens = without_tests(fs::read_to_string(&file).unwrap().parse().unwrap());
            let syntax: syn::File = syn::parse2(tokens).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            let module = module_of(&path);
            let mut reader = Reader { at: vec![module.clone()], ..Reader::default() };
            reader.scope(&syntax.items);
            reader.visit_file(&syntax);
            for (module, scope) in reader.scopes {
                found.scopes.insert(module, Scope { file: found.sources.len(), ..scope });
            }
            used.push(reader.used);
            let Reader { words, calls, indexed, mutable, attributes, .. } = reader;
            let (uses, exports) = (BTreeMap::new(), Vec::new());
            let source = Source { path, module, uses, exports, words, calls, indexed, mutable, attributes };
            found.sources.push(source);
        }
        for (at, paths) in used.into_iter().enumerate() {
            for Used { scope, path, line } in paths {
                let Some(path) = found.absolute(&scope, &path) else { continue };
                let first = found.sources[at].uses.entry(path).or_insert(line);
                *first = line.min(*first);
            }
        }
        for (module, scope) in &found.scopes {
            let globs = scope.globs.iter().map(|(path, public)| ("*", path, *public));
            let named = scope.imports.iter().map(|(name, (path, public))| (name.as_str(), path, *public));
            for (name, path, _) in globs.chain(named).filter(|(_, _, public)| *public) {
                let behind = found.import(module, path);
                found.sources[scope.file].exports.push((name.to_string(), behind));
            }
        }
        assert!(found.sources.len() > 100, "{} files", found.sources.len());
        found
    }

    /// Returns the files below a folder of `src`, or all for an empty one.
    pub fn under<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a Source> {
        self.sources.iter().filter(move |source| source.path.starts_with(folder))
    }

    /// Returns the file that defines what an absolute path names; re-exports are followed. `None`
    /// for paths of other crates.
    pub fn home(&self, path: &str) -> Option<&Source> {
        self.definer(path, 0).map(|file| &self.sources[file])
    }

    fn definer(&self, path: &str, depth: usize) -> Option<usize> {
        let mut names = path.split("::");
        let mut module = names.next().filter(|&first| first == "crate")?.to_string();
        while let Some(name) = names.next() {
            let below = format!("{module}::{name}");
            if self.scopes.contains_key(&below) {
                module = below;
                continue;
            }
            let scope = &self.scopes[&module];
            let rest: String = names.map(|name| format!("::{name}")).collect();
            // A chain of re-exports is short; a ring of globs would have no end.
            if depth < 16 && !scope.names.contains(name) {
                if let Some((target, _)) = scope.imports.get(name) {
                    return self.definer(&(self.import(&module, target) + &rest), depth + 1);
                }
                for (target, _) in &scope.globs {
                    let target = self.import(&module, target);
                    if self.scopes.get(&target).is_some_and(|scope| scope.has(name)) {
                        return self.definer(&format!("{target}::{name}{rest}"), depth + 1);
                    }
                }
            }
            break;
        }
        Some(self.scopes.get(&module)?.file)
    }

    /// The absolute path of an import. Its first name is a module or a crate, never an import that
    /// it makes itself.
    fn import(&self, scope: &str, path: &[String]) -> String {
        self.rooted(scope, path).unwrap_or_else(|| {
            let here = &self.scopes[scope];
            let other = here.imports.get(&path[0]).filter(|(target, _)| target[0] != path[0]);
            match other {
                _ if here.names.contains(&path[0]) => join(scope, path),
                Some((target, _)) => join(&self.import(scope, target), &path[1..]),
                None => path.join("::"),
            }
        })
    }

    /// The absolute path of a path at its point of use. `None` for local names and the prelude.
    fn absolute(&self, scope: &str, path: &[String]) -> Option<String> {
        if let Some(found) = self.rooted(scope, path) {
            return Some(found);
        }
        let here = &self.scopes[scope];
        if let Some((target, _)) = here.imports.get(&path[0]) {
            return Some(join(&self.import(scope, target), &path[1..]));
        }
        if here.names.contains(&path[0]) {
            return Some(join(scope, path));
        }
        for (target, _) in &here.globs {
            let target = self.import(scope, target);
            if self.scopes.get(&target).is_some_and(|other| other.has(&path[0])) {
                return Some(join(&target, path));
            }
        }
        // A crate, or a type of the language: `std::mem::take`, `u32::MAX`.
        (path.len() > 1 && path[0].starts_with(|c: char| c.is_lowercase())).then(|| path.join("::"))
    }

    /// The absolute path of one that begins with `crate`, `self`, `super` or the crate's name.
    fn rooted(&self, scope: &str, path: &[String]) -> Option<String> {
        let of_crate = |(_, module): &&(&str, &str)| is_below(scope, module);
        let mut base = match path[0].as_str() {
            "crate" => FLOORS.iter().find(of_crate).map_or("crate", |(_, module)| module).to_string(),
            "quadrille" => "crate".to_string(),
            "self" => scope.to_string(),
            "super" => parent(scope),
            name => FLOORS.iter().find(|(own, _)| *own == name)?.1.to_string(),
        };
        let mut rest = &path[1..];
        while rest.first().is_some_and(|name| name == "super") {
            base = parent(&base);
            rest = &rest[1..];
        }
        Some(join(&base, rest))
    }
}

impl Scope {
    fn has(&self, name: &str) -> bool {
        self.names.contains(name) || self.imports.contains_key(name)
    }
}

fn parent(module: &str) -> String {
    module.rsplit_once("::").map_or(module, |(parent, _)| parent).to_string()
}

fn join(base: &str, rest: &[String]) -> String {
    rest.iter().fold(base.to_string(), |path, name| path + "::" + name)
}

/// The module that a file below `src` is.
fn module_of(path: &Path) -> String {
    let path = path.with_extension("");
    let mut names: Vec<&str> = path.iter().map(|name| name.to_str().unwrap()).collect();
    if names == ["main"] {
        return "main".to_string();
    }
    names.pop_if(|name| *name == "mod" || *name == "lib");
    ["crate"].into_iter().chain(names).collect::<Vec<_>>().join("::")
}

/// The files with an extension below a folder, in order.
pub fn files(under: &Path, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(under).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| match path.is_dir() {
            true => files(&path, end),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|found| found == end))
        .collect();
    found.sort();
    found
}

/// Returns whether an attribute follows.
pub fn is_hash(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == '#' || mark.as_char() == '!')
}

/// Leaves out what is marked `#[cfg(test)]`. Such an item ends in a block or a semicolon.
pub fn without_tests(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if is_hash(kept.last()) && group.to_string().replace(' ', "") == "[cfg(test)]" => {
                kept.pop();
                let ends = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(mark) => mark.as_char() == ';',
                    _ => false,
                };
                tokens.by_ref().find(ends);
                // `use a::{b, c};` has both.
                tokens.next_if(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';'));
            }
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), without_tests(group.stream()));
                inner.set_span(group.span());
                kept.push(TokenTree::Group(inner));
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

struct Used {
    scope: String,
    path: Vec<String>,
    line: usize,
}

/// Walks the syntax of a file.
#[derive(Default)]
struct Reader {
    /// The module and those around it, the innermost last.
    at: Vec<String>,
    scopes: BTreeMap<String, Scope>,
    used: Vec<Used>,
    words: BTreeSet<String>,
    calls: BTreeSet<(String, String)>,
    indexed: BTreeSet<String>,
    mutable: BTreeSet<String>,
    attributes: Vec<String>,
}

impl Reader {
    fn here(&mut self) -> &mut Scope {
        self.scopes.entry(self.at.last().unwrap().clone()).or_default()
    }

    /// Records the names that a module defines.
    fn scope(&mut self, items: &[Item]) {
        let name = |item: &Item| match item {
            Item::Const(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            Item::Fn(item) => Some(item.sig.ident.to_string()),
            Item::Macro(item) => item.ident.as_ref().map(Ident::to_string),
            Item::Mod(item) => Some(item.ident.to_string()),
            Item::Static(item) => Some(item.ident.to_string()),
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Trait(item) => Some(item.ident.to_string()),
            Item::Type(item) => Some(item.ident.to_string()),
            Item::Union(item) => Some(item.ident.to_string()),
            _ => None,
        };
        self.here().names.extend(items.iter().filter_map(name));
    }

    fn uses(&mut self, path: Vec<String>, line: usize) {
        self.used.push(Used { scope: self.at.last().unwrap().clone(), path, line });
    }

    /// Records what a `use` brings in.
    fn brings(&mut self, tree: &UseTree, mut path: Vec<String>, public: bool) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.brings(&tree.tree, path, public);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.brings(tree, path.clone(), public)),
            UseTree::Glob(glob) => {
                self.here().globs.push((path.clone(), public));
                self.uses(path, glob.star_token.span.start().line);
            }
            UseTree::Name(tree) => self.named(path, &tree.ident, &tree.ident, public),
            UseTree::Rename(tree) => self.named(path, &tree.ident, &tree.rename, public),
        }
    }

    fn named(&mut self, mut path: Vec<String>, name: &Ident, local: &Ident, public: bool) {
        // `use a::{self}` brings in `a`.
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        let local = if local == "self" { path.last().unwrap().clone() } else { local.to_string() };
        self.here().imports.insert(local, (path.clone(), public));
        self.uses(path, name.span().start().line);
    }

    /// Records the paths, words and calls in tokens that may be no expression.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == wanted);
        let ident = |at: usize| match tokens.get(at) {
            Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
            _ => None,
        };
        let mut at = 0;
        while at < tokens.len() {
            if let TokenTree::Group(group) = &tokens[at]
                && !(at > 0 && ident(at - 1).as_deref() == Some("pub"))
            {
                self.tokens(group.stream());
            }
            let Some(first) = ident(at) else {
                at += 1;
                continue;
            };
            let (start, line) = (at, tokens[at].span().start().line);
            let mut path = vec![first];
            while is(at + 1, ':') && is(at + 2, ':') && ident(at + 3).is_some() {
                at += 3;
                path.push(ident(at).unwrap());
            }
            self.words.extend(path.iter().cloned());
            let follows = |wanted: char| start > 0 && is(start - 1, wanted);
            if follows('.') {
                if matches!(tokens.get(at + 1), Some(TokenTree::Group(own)) if own.delimiter() == Delimiter::Parenthesis)
                {
                    let receiver = (start >= 2).then(|| ident(start - 2)).flatten().unwrap_or_default();
                    self.calls.insert((receiver, path.pop().unwrap()));
                }
            } else if path == ["self"] {
                // A receiver.
            } else if !follows('$') || path[0] == "crate" {
                self.uses(path, line);
            }
            at += 1;
        }
    }
}

/// The last name of an expression: a variable, a field, a method; empty for others.
fn last_name(expr: &Expr) -> String {
    match expr {
        Expr::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default(),
        Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => name.to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        },
        Expr::MethodCall(call) => call.method.to_string(),
        Expr::Paren(inner) => last_name(&inner.expr),
        Expr::Reference(inner) => last_name(&inner.expr),
        Expr::Unary(inner) => last_name(&inner.expr),
        Expr::Try(inner) => last_name(&inner.expr),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let Some((_, items)) = &item.content else { return visit::visit_item_mod(self, item) };
        self.at.push(format!("{}::{}", self.at.last().unwrap(), item.ident));
        self.scope(items);
        visit::visit_item_mod(self, item);
        self.at.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let public = !matches!(item.vis, Visibility::Inherited);
        self.brings(&item.tree, Vec::new(), public);
        visit::visit_item_use(self, item);
    }

    // `pub(super)` says who may see a name. It uses nothing.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.uses(names, path.segments[0].ident.span().start().line);
        visit::visit_path(self, path);
    }

    fn visit_ident(&mut self, ident: &'ast Ident) {
        self.words.insert(ident.to_string());
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        self.visit_path(&found.path);
        match Punctuated::<Expr, Token![,]>::parse_terminated.parse2(found.tokens.clone()) {
            Ok(arguments) => {
                arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
            Err(_) => self.tokens(found.tokens.clone()),
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("doc") {
            return;
        }
        if let syn::Meta::List(list) = &attribute.meta {
            let name = list.path.segments.last().unwrap().ident.to_string();
            self.attributes.push(format!("{name}({})", list.tokens).replace(' ', ""));
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.calls.insert((last_name(&call.receiver), call.method.to_string()));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.indexed.insert(last_name(&index.expr));
        visit::visit_expr_index(self, index);
    }

    fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
        if let (Some(_), syn::Type::Path(to)) = (&reference.mutability, &*reference.elem) {
            self.mutable.extend(to.path.segments.last().map(|segment| segment.ident.to_string()));
        }
        visit::visit_type_reference(self, reference);
    }
}

#[test]
fn paths_are_resolved_and_names_lead_to_their_files() {
    let all = &*CRATE;
    let file = |path: &str| all.sources.iter().find(|source| source.path == Path::new(path)).unwrap();
    let home = |path: &str| all.home(path).map(|source| source.path.to_str().unwrap());
    // A re-export leads to the file behind it, a method to the file of its type.
    assert_eq!(home("crate::dlx::Problem::new"), Some("dlx/problem.rs"));
    assert_eq!(home("crate::study::narrate"), Some("study/narrate.rs"));
    assert_eq!(home("crate::files::Draft"), Some("files/draft.rs"));
    assert_eq!(home("std::fs::read"), None);
    // What is made by a macro is at home where the macro is called.
    assert_eq!(home("crate::app::Action"), Some("app/action.rs"));
    let used = |path: &str, wanted: &str| file(path).uses.contains_key(wanted);
    assert!(used("main.rs", "crate::config::Environment::of"), "{:?}", file("main.rs").uses);
    assert!(used("cli/notice.rs", "std::env::var") && used("cli/notice.rs", "crate::cli::args::Global"));
    // Tests are left out.
    assert!(!file("config.rs").words.contains("tests"));
    assert!(file("dlx/mod.rs").exports.contains(&("Problem".to_string(), "crate::dlx::problem::Problem".to_string())));
    assert!(file("app/mod.rs").calls.len() + file("ui/panel.rs").calls.len() > 3);
}
