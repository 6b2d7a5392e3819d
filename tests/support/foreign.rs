//! A text of another program with rules that are not supported.

/// A 6x6 with rules that are supported and, for each sort of drawing, one that is not.
pub fn foreign() -> String {
    let grid = vec![vec![serde_json::json!({}); 6]; 6];
    serde_json::json!({
        "size": 6,
        "grid": grid,
        "killercage": [
            { "cells": ["R1C1", "R1C2"], "value": "7" },
            { "cells": ["R2C1", "R2C2"], "value": "11" },
        ],
        "arrow": [{ "cells": ["R3C3"], "lines": [["R3C3", "R3C4", "R4C5"]] }],
        "sandwichsum": [{ "cell": "R0C4", "value": "5" }, { "cell": "R7C6", "value": "?" }],
        "quadruple": [{ "cells": ["R5C1", "R5C2", "R6C1", "R6C2"], "values": [1, 2] }],
        "difference": [{ "cells": ["R6C5", "R6C6"], "value": "1" }, { "cells": ["R5C5", "R5C6"], "value": "?" }],
        "thermometer": [{ "lines": [["R1C6", "R2C6"]] }],
        "diagonal+": true,
        "negative": ["sums"],
    })
    .to_string()
}
