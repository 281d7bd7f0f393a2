#include "support/read_animation.hpp"

#include "animation/animation_parser.hpp"
#include "support/kept_document.hpp"

#include <emoted/sequences/json_document.hpp>
#include <emoted/sequences/json_reader.hpp>

namespace emoted::test {

ReadAnimation read_animation(std::string text, const LoadOptions& options) {
    ReadAnimation result;
    keep_document(text);
    const auto document = text::JsonDocument::parse("test.json", std::move(text), result.diagnostics);
    if (document) {
        text::JsonReader reader(*document, result.diagnostics);
        result.clip = animation::parse_animation(reader, options);
        text::sort(result.diagnostics);
    }
    return result;
}

const std::string& whole_animation() {
    static const std::string text = R"json({
  "$schema": "emote.schema.json",
  "type": "animation",
  "schema_version": 4,
  "target_minecraft_version": "26.3",
  "id": "test:whole",
  "metadata": {"name": "Whole", "description": "All of it", "author": {"name": "N", "links": [1.50, null]}},
  "settings": {
    "standalone": false,
    "cooldown": "2s",
    "rotation_deadzone": 30.5,
    "display_interpolation": "2t",
    "player": {
      "hidden": true,
      "stop_conditions": {
        "movement_distance": 0.25,
        "jump": true,
        "submerge": false,
        "ride": true,
        "damage": false,
        "attack": true,
        "game_mode_change": false
      }
    },
    "playback": {
      "mode": "loop",
      "loop_delay": "5t"
    }
  },
  "nodes": {
    "lower": {
      "type": "item_display", "parent": "body",
      "transform": {"position": [0, 1, 2], "rotation": [3, 4, 5], "scale": [1, 0.75, 1]},
      "item_stack_snbt": "{id:\"minecraft:player_head\",count:1}",
      "item_display": "none",
      "skin": {"part": "body", "order": 1}
    },
    "body": {
      "type": "item_display", "space": "initiator",
      "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, -0.25, 1]},
      "item_stack_snbt": "{id:player_head}",
      "item_display": "head",
      "visible": false,
      "entity_nbt": "{brightness:{block:15,sky:3},shadow_radius:0.5f,glowing:1b}",
      "skin": {"part": "body", "order": 0, "participant": "initiator"}
    },
    "sword": {
      "type": "item_display", "space": "partner",
      "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]},
      "item_source": {"type": "participant_hand", "arm": "left"},
      "item_display": "thirdperson_lefthand"
    },
    "stage": {
      "type": "block_display", "space": "scene",
      "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]},
      "block_state_snbt": "{Name:\"minecraft:gold_block\"}"
    },
    "caption": {
      "type": "text_display", "space": "scene",
      "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]},
      "text": {"text": "Hi", "size": 1.0},
      "entity_nbt": "{line_width:120,alignment:\"left\"}"
    },
    "pivot": {
      "type": "anchor", "space": "scene",
      "transform": {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}
    }
  },
  "timeline": {
    "duration": "40t",
    "tracks": {
      "lower": {
        "position": [
          {"time": "0t", "value": [0, 1, 0], "easing": "Ease_In_Out_Sine"},
          {"time": "10t", "pre": [0, 2, 0], "post": [0, 3, 0], "interpolation": "step"},
          {"time": "40t", "value": [0, 4, 0]}
        ],
        "rotation": [
          {"time": "0t", "value": [0, 90, 0]}
        ]
      },
      "stage": {
        "visible": [
          {"time": "0t", "value": true},
          {"time": "20t", "value": false}
        ]
      },
      "pivot": {
        "scale": [
          {"time": "0t", "value": [1, 1, 1], "interpolation": "linear"},
          {"time": "1s", "value": [2, 2, 2]}
        ]
      }
    },
    "events": {
      "start": [
        {"source": {"type": "player"}, "origin": {"type": "root"}, "commands": ["playsound a:b"]}
      ],
      "timeline": [
        {"time": "5t", "source": {"type": "server"}, "origin": {"type": "node", "node": "pivot", "offset": [0, 1, 0]}, "commands": ["minecraft:particle flame"]},
        {"time": "39t", "source": {"type": "node", "node": "stage"}, "origin": {"type": "root"}, "commands": []}
      ],
      "loop": [],
      "stop": [
        {"source": {"type": "server"}, "origin": {"type": "root"}, "commands": ["stopsound x"]}
      ]
    }
  }
}
)json";
    return text;
}

}  // namespace emoted::test
