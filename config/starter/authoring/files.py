"""Turns clips into the JSON of the emote format: every tick is evaluated, then thinned to few keys."""

import json

from geometry import EASINGS, LINEAR, angle_between, ease, from_euler, length, lerp, scale, slerp, sub, to_euler
from rig import CHEST, HIP, NECK, SHOULDER, SIDES, THIGH, UPPER_ARM, mirrored

PLAYER_SCALE = 0.9375
BLOCKS_PER_PIXEL = PLAYER_SCALE / 16

# How far a thinned joint may stray from the evaluated one, in degrees. What carries other joints, and what stands
# on the ground, is kept more exactly.
TOLERANCE = {"waist": 0.1, "chest": 0.15, "neck": 0.4, "shoulder": 0.35, "elbow": 0.4, "hip": 0.2, "knee": 0.3}
POSITION_TOLERANCE = 0.0015  # blocks


def rounded(values, digits):
    return tuple(round(v, digits) + 0.0 for v in values)


def thin(samples, interpolate, error, tolerance):
    """Keys (tick, sample, easing to the next key) that stay within the tolerance: from each key as far as one
    easing of the format reaches."""
    last = len(samples) - 1
    if all(error(samples[0], s) <= tolerance / 2 for s in samples):
        return [(0, samples[0], None)]
    keys, here = [], 0
    while here < last:
        best = (here + 1, LINEAR)
        failures = 0
        for end in range(here + 2, last + 1):
            for easing in EASINGS:
                if all(error(interpolate(samples[here], samples[end], ease(easing, (t - here) / (end - here))),
                             samples[t]) <= tolerance for t in range(here + 1, end)):
                    best, failures = (end, easing), 0
                    break
            else:
                failures += 1
                if failures > 8:
                    break
        keys.append((here, samples[here], best[1]))
        here = best[0]
    keys.append((last, samples[last], None))
    return keys



JOINTS = {  # anchors: parent, place in the parent, in pixels
    "chest": ("waist", CHEST),
    "neck": ("chest", NECK),
    **{f"{s}_shoulder": ("chest", mirrored(SHOULDER, s)) for s in SIDES},
    **{f"{s}_elbow": (f"{s}_shoulder", (0, -UPPER_ARM, 0)) for s in SIDES},
    **{f"{s}_hip": ("waist", mirrored(HIP, s)) for s in SIDES},
    **{f"{s}_knee": (f"{s}_hip", (0, -THIGH, 0)) for s in SIDES},
}
# Displays: joint, top of the box from the joint, size in pixels, skin part, order of the slice.
BOXES = {
    "head": ("neck", (0, 8, 0), (8, 8, 8), "head", 0),
    "body": ("chest", (0, 6, 0), (8, 6, 4), "body", 0),
    "body_lower": ("waist", (0, 6, 0), (8, 6, 4), "body", 1),
    **{f"{s}_arm": (f"{s}_shoulder", (0, 2, 0), (4, 6, 4), f"{s}_arm", 0) for s in SIDES},
    **{f"{s}_arm_lower": (f"{s}_elbow", (0, 0, 0), (4, 6, 4), f"{s}_arm", 1) for s in SIDES},
    **{f"{s}_leg": (f"{s}_hip", (0, 0, 0), (4, 6, 4), f"{s}_leg", 0) for s in SIDES},
    **{f"{s}_leg_lower": (f"{s}_knee", (0, 0, 0), (4, 6, 4), f"{s}_leg", 1) for s in SIDES},
}


def number(value):
    return int(value) if value == int(value) else value


def numbers(values):
    return [number(v) for v in values]


def ticks(count):
    return f"{count}t"


def transform(position=(0, 0, 0), rotation=(0, 0, 0), size=(1, 1, 1)):
    return {"position": numbers(position), "rotation": numbers(rotation), "scale": numbers(size)}


STOP_CONDITIONS = {
    "movement_distance": 0.4,
    "jump": True,
    "submerge": True,
    "ride": True,
    "damage": True,
    "attack": True,
    "game_mode_change": True,
}


def player_settings():
    return {"hidden": True, "stop_conditions": STOP_CONDITIONS}


def animation(clip):
    poses = [clip.pose(t) for t in range(clip.duration + 1)]
    tracks, first = {}, {}

    def add_track(node, channel, samples, interpolate, error, tolerance, to_value):
        keys = thin(samples, interpolate, error, tolerance)
        first[node, channel] = to_value(keys[0][1])
        if len(keys) == 1:
            return
        entries = []
        for tick, sample, easing in keys:
            entry = {"time": ticks(tick), "value": numbers(to_value(sample))}
            if easing not in (None, LINEAR):
                entry["easing"] = easing
            entries.append(entry)
        tracks.setdefault(node, {})[channel] = entries

    places = [rounded(scale(position, BLOCKS_PER_PIXEL), 6) for position, _ in poses]
    add_track("waist", "position", places, lerp, lambda a, b: length(sub(a, b)), POSITION_TOLERANCE, tuple)
    for joint in ("waist", *JOINTS):
        samples = [from_euler(rounded(to_euler(rotations[joint]), 2)) for _, rotations in poses]
        tolerance = TOLERANCE[joint.split("_")[-1]]
        add_track(joint, "rotation", samples, slerp, angle_between, tolerance, lambda q: rounded(to_euler(q), 2))

    nodes = {"waist": {"type": "anchor", "space": "initiator", "transform": transform(
        first["waist", "position"], first["waist", "rotation"], (PLAYER_SCALE,) * 3)}}
    for joint, (parent, place) in JOINTS.items():
        nodes[joint] = {"type": "anchor", "parent": parent,
                        "transform": transform(scale(place, 1 / 16), first[joint, "rotation"])}
    for box, (joint, top, size, part, order) in BOXES.items():
        nodes[box] = {
            "type": "item_display", "parent": joint,
            "transform": transform(scale(top, 1 / 16), size=scale(size, 1 / 8)),
            "item_stack_snbt": '{id:"minecraft:player_head",count:1}', "item_display": "none",
            "skin": {"participant": "initiator", "part": part, "order": order},
        }

    timeline = {"duration": ticks(clip.duration), "tracks": tracks}
    if clip.events:
        timeline["events"] = {"timeline": [
            {"time": ticks(tick), "source": {"type": "player"}, "origin": {"type": "root", "offset": [0, 1, 0]},
             "commands": list(commands)} for tick, commands in clip.events]}
    return {
        "type": "animation", "schema_version": 4, "id": f"starter:{clip.name}",
        "metadata": {"name": clip.title, "description": clip.description},
        "settings": {
            "standalone": clip.standalone, "cooldown": "1s" if clip.standalone else "0t", "rotation_deadzone": 50,
            "player": player_settings(),
            "playback": {"mode": clip.mode, "loop_delay": ticks(clip.loop_delay)},
        },
        "nodes": nodes, "timeline": timeline,
    }


def sequence(name, title, description, steps, distance=None):
    root = {"type": "sequence", "schema_version": 4, "id": f"starter:{name}",
            "metadata": {"name": title, "description": description}}
    if distance is not None:
        root["participants"] = {"initiator": {"position": "~ ~ ~", "rotation": "~ 0"},
                                "partner": {"position": f"^ ^ ^{distance}", "rotation": "~180 0"}}
    root["settings"] = {"cooldown": "1s", "player": player_settings()}
    root["steps"] = steps
    return root


def layout(value, indent=0):
    """JSON text: whatever fits on a line stays on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= 118 or not isinstance(value, (dict, list)):
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        lines = [f"{pad}{json.dumps(k)}: {layout(v, indent + 2)}" for k, v in value.items()]
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(pad + layout(v, indent + 2) for v in value) + "\n" + " " * indent + "]"
