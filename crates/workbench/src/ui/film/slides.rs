//! A page in one file: the frames as slides, with keys and buttons.

use super::Film;
use super::svg::for_slides;
use quadrille_puzzle::unseen;
use serde_json::json;

/// The style and the script of the page. They use nothing from elsewhere.
const STYLE: &str = "body{margin:0 auto;max-width:75rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;\
    background:#16181d;color:#d8dce3}svg{width:100%;height:auto;border:1px solid #3a465f;border-radius:6px}\
    button{font:inherit;padding:.2rem .8rem;margin-right:.5rem;background:#272d3a;color:inherit;\
    border:1px solid #8a93a3;border-radius:4px}button:focus-visible{outline:2px solid #e5c76b}\
    #caption{position:absolute;left:-200vw}kbd{border:1px solid #8a93a3;border-radius:3px;padding:0 .3em}";

const SCRIPT: &str = r#"
const pieces = [...document.querySelectorAll("[data-f]")]
  .map(own => [own, Number(own.dataset.f), Number(own.dataset.t)]);
let at = 0, timer = 0;
function show(next) {
  at = Math.max(0, Math.min(film.length - 1, next));
  for (const [own, from, to] of pieces) {
    own.setAttribute("visibility", from <= at && at < to ? "visible" : "hidden");
  }
  document.getElementById("caption").textContent = film[at][0];
  document.getElementById("place").textContent = (at + 1) + " of " + film.length;
}
function stop() { clearTimeout(timer); timer = 0; document.getElementById("play").textContent = "Play"; }
function play() {
  if (timer) { return stop(); }
  if (at === film.length - 1) { show(0); }
  document.getElementById("play").textContent = "Pause";
  const go = () => { if (at === film.length - 1) { return stop(); } show(at + 1); wait(); };
  const wait = () => { timer = setTimeout(go, film[at][1]); };
  wait();
}
const keys = {
  ArrowRight: () => { stop(); show(at + 1); }, n: () => { stop(); show(at + 1); }, PageDown: () => { stop(); show(at + 1); },
  ArrowLeft: () => { stop(); show(at - 1); }, N: () => { stop(); show(at - 1); }, PageUp: () => { stop(); show(at - 1); },
  Home: () => { stop(); show(0); }, End: () => { stop(); show(film.length - 1); }, p: play, " ": play,
};
document.addEventListener("keydown", event => {
  if (event.target.tagName === "BUTTON" && event.key === " ") { return; }
  const act = keys[event.key];
  if (act) { event.preventDefault(); act(); }
});
document.getElementById("next").onclick = keys.ArrowRight;
document.getElementById("previous").onclick = keys.ArrowLeft;
document.getElementById("play").onclick = play;
show(0);
"#;

pub fn write(film: &Film) -> String {
    let rows = film.frames.iter().map(|frame| json!([frame.caption, frame.time.as_millis() as u64]));
    // A page reads `</script` and `<!--` in a script, also inside a string.
    let rows = unseen::json(&json!(rows.collect::<Vec<_>>()).to_string()).replace('<', "\\u003c");
    let title = unseen::xml(&film.title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n{}\n<p id=\"caption\" aria-live=\"polite\"></p>\n\
         <p><button id=\"previous\">Previous</button><button id=\"next\">Next</button><button id=\"play\">Play</button>\
         <span id=\"place\"></span></p>\n\
         <p>Keys: <kbd>←</kbd> <kbd>→</kbd> previous and next, <kbd>space</kbd> plays, <kbd>Home</kbd> <kbd>End</kbd></p>\n\
         <script>\nconst film = {rows};{SCRIPT}</script>\n</html>\n",
        for_slides(film)
    )
}
