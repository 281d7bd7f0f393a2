"""The poses of an emote folder, evaluated in Python from the files and nothing else.

A second implementation of the format's key frames, slerp and parent chain (emotes without Molang), written to be
compared with the product's and to draw and measure what the product plays. Poses are `Pose(matrix, origin)`: a point
p of a node's own space is at matrix * p + origin, in blocks, in the space of the node's root (initiator).
"""

import json
import math
from pathlib import Path
from typing import NamedTuple

STARTER = Path(__file__).resolve().parents[2] / "config" / "starter"


class Pose(NamedTuple):
    matrix: tuple  # three rows
    origin: tuple

    def at(self, point):
        return tuple(sum(row[i] * point[i] for i in range(3)) + o for row, o in zip(self.matrix, self.origin))


def product(a, b):
    return tuple(tuple(sum(a[r][k] * b[k][c] for k in range(3)) for c in range(3)) for r in range(3))


def compose(parent, child):
    return Pose(product(parent.matrix, child.matrix), parent.at(child.origin))


def scaled(matrix, size):
    return tuple(tuple(row[i] * size[i] for i in range(3)) for row in matrix)


# --- rotations --------------------------------------------------------------------------------------------------------


def quaternion(euler):
    """(x, y, z, w) of Rx * Ry * Rz, degrees."""
    (sx, cx), (sy, cy), (sz, cz) = ((math.sin(math.radians(a) / 2), math.cos(math.radians(a) / 2)) for a in euler)
    return (
        sx * cy * cz + cx * sy * sz,
        cx * sy * cz - sx * cy * sz,
        cx * cy * sz + sx * sy * cz,
        cx * cy * cz - sx * sy * sz,
    )


def rotation_matrix(q):
    x, y, z, w = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )


def slerp(a, b, t):
    cosine = sum(p * q for p, q in zip(a, b))
    if cosine < -1e-6:
        b, cosine = tuple(-q for q in b), -cosine
    if cosine > 1 - 1e-9:
        wa, wb = 1 - t, t
    else:
        angle = math.acos(cosine)
        wa, wb = math.sin((1 - t) * angle) / math.sin(angle), math.sin(t * angle) / math.sin(angle)
    mixed = tuple(wa * p + wb * q for p, q in zip(a, b))
    size = math.sqrt(sum(c * c for c in mixed))
    return tuple(c / size for c in mixed)


# --- easing -----------------------------------------------------------------------------------------------------------

EASE_IN = {
    "sine": lambda v: 1 - math.cos(math.pi * v / 2),
    "quad": lambda v: v**2,
    "cubic": lambda v: v**3,
    "quart": lambda v: v**4,
    "quint": lambda v: v**5,
}


def ease(name, v):
    name = name.lower()
    if name == "linear":
        return v
    f = EASE_IN[name.rsplit("_", 1)[1]]
    if name.startswith("ease_in_out_"):
        return f(2 * v) / 2 if v < 0.5 else 1 - f(2 - 2 * v) / 2
    return f(v) if name.startswith("ease_in_") else 1 - f(1 - v)


# --- clips ------------------------------------------------------------------------------------------------------------


def tick_count(text):
    return int(math.floor(float(text.rstrip("ts")) * (20 if text.endswith("s") else 1) + 0.5))


class Clip:
    def __init__(self, document):
        self.document = document
        self.id = document["id"]
        self.nodes = document["nodes"]
        self.duration = tick_count(document["timeline"]["duration"])
        self.mode = document["settings"]["playback"]["mode"]
        self.displays = [n for n, node in self.nodes.items() if node["type"] == "item_display"]
        self.keys = {(node, name): [(tick_count(key["time"]), key) for key in keys]
                     for node, channels in document["timeline"]["tracks"].items() for name, keys in channels.items()}

    def _channel(self, node, name, tick):
        read = quaternion if name == "rotation" else tuple
        keys = self.keys.get((node, name))
        if keys is None:
            return read(self.nodes[node]["transform"][name])
        index = max(i for i, (time, _) in enumerate(keys) if time <= tick)
        start, here = keys[index]
        first = read(here.get("value", here.get("post")))
        if index + 1 == len(keys) or here.get("interpolation") == "step":
            return first
        end, after = keys[index + 1]
        t = ease(here.get("easing", "linear"), (tick - start) / (end - start))
        second = read(after.get("value", after.get("pre")))
        return slerp(first, second, t) if name == "rotation" else tuple(p + (q - p) * t for p, q in zip(first, second))

    def poses(self, tick):
        """Display id -> Pose at a tick of the clip."""
        done = {}

        def world(node):
            if node not in done:
                matrix = scaled(rotation_matrix(self._channel(node, "rotation", tick)),
                                self._channel(node, "scale", tick))
                local = Pose(matrix, self._channel(node, "position", tick))
                parent = self.nodes[node].get("parent")
                done[node] = compose(world(parent), local) if parent else local
            return done[node]

        return {node: world(node) for node in self.displays}


def load(folder=STARTER):
    """Id -> document of every emote file below the folder."""
    documents = (json.loads(path.read_text()) for path in sorted(Path(folder).rglob("*.json")))
    return {document["id"]: document for document in documents}


def clips(folder=STARTER):
    return {i: Clip(d) for i, d in load(folder).items() if d["type"] == "animation"}


def partner_distance(document):
    """How many blocks ahead of the initiator the partner of a two-player sequence stands."""
    participants = document["participants"]
    assert participants["partner"]["rotation"] == "~180 0", "only partners who face back are measured"
    left, up, ahead = (float(c[1:] or 0) for c in participants["partner"]["position"].split(" "))
    assert (left, up) == (0, 0)
    return ahead


def as_partner(pose, distance):
    """The same pose at the partner's place: half a turn about the point half way between the two."""
    matrix = tuple(tuple(-v for v in row) if i != 1 else row for i, row in enumerate(pose.matrix))
    x, y, z = pose.origin
    return Pose(matrix, (-x, y, -distance - z))
