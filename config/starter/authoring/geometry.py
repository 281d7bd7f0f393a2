"""Vectors, quaternions (x, y, z, w) and the easing shapes of the emote format."""

import math

IDENTITY = (0.0, 0.0, 0.0, 1.0)


def add(a, b):
    return tuple(p + q for p, q in zip(a, b))


def sub(a, b):
    return tuple(p - q for p, q in zip(a, b))


def scale(a, s):
    return tuple(p * s for p in a)


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return scale(a, 1 / length(a))


def lerp(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    return multiply(multiply(q, (*v, 0.0)), conjugate(q))[:3]


def slerp(a, b, t):
    d = dot(a, b)
    if d < 0:
        b, d = scale(b, -1), -d
    if d > 0.999999:
        return unit(lerp(a, b, t))
    angle = math.acos(min(d, 1.0))
    s = math.sin(angle)
    return unit(add(scale(a, math.sin((1 - t) * angle) / s), scale(b, math.sin(t * angle) / s)))


def angle_between(a, b):
    """Degrees between two orientations."""
    return math.degrees(2 * math.acos(min(1.0, abs(dot(a, b)))))


def from_euler(degrees):
    x, y, z = (math.radians(d) / 2 for d in degrees)
    qx = (math.sin(x), 0.0, 0.0, math.cos(x))
    qy = (0.0, math.sin(y), 0.0, math.cos(y))
    qz = (0.0, 0.0, math.sin(z), math.cos(z))
    return multiply(multiply(qx, qy), qz)


def to_euler(q):
    x_axis, y_axis, z_axis = (rotate(q, axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    y = math.asin(max(-1.0, min(1.0, z_axis[0])))
    if abs(z_axis[0]) < 0.999999:
        x = math.atan2(-z_axis[1], z_axis[2])
        z = math.atan2(-y_axis[0], x_axis[0])
    else:
        x, z = math.atan2(y_axis[2], y_axis[1]), 0.0
    return tuple(math.degrees(a) for a in (x, y, z))


def from_axes(x_axis, y_axis, z_axis):
    """The orientation whose columns are these three perpendicular unit vectors."""
    m = list(zip(x_axis, y_axis, z_axis))
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0:
        s = 2 * math.sqrt(trace + 1)
        q = ((m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s, s / 4)
    elif m[0][0] >= m[1][1] and m[0][0] >= m[2][2]:
        s = 2 * math.sqrt(1 + m[0][0] - m[1][1] - m[2][2])
        q = (s / 4, (m[0][1] + m[1][0]) / s, (m[0][2] + m[2][0]) / s, (m[2][1] - m[1][2]) / s)
    elif m[1][1] >= m[2][2]:
        s = 2 * math.sqrt(1 + m[1][1] - m[0][0] - m[2][2])
        q = ((m[0][1] + m[1][0]) / s, s / 4, (m[1][2] + m[2][1]) / s, (m[0][2] - m[2][0]) / s)
    else:
        s = 2 * math.sqrt(1 + m[2][2] - m[0][0] - m[1][1])
        q = ((m[0][2] + m[2][0]) / s, (m[1][2] + m[2][1]) / s, s / 4, (m[1][0] - m[0][1]) / s)
    return unit(q)



POWERS = {
    "sine": lambda v: 1 - math.cos(math.pi * v / 2),
    "quad": lambda v: v * v,
    "cubic": lambda v: v * v * v,
}


def ease(name, v):
    if name == "linear":
        return v
    direction, family = name[len("ease_"):].rsplit("_", 1)
    f = POWERS[family]
    if direction == "in":
        return f(v)
    if direction == "out":
        return 1 - f(1 - v)
    return f(2 * v) / 2 if v < 0.5 else 1 - f(2 * (1 - v)) / 2


SMOOTH = "ease_in_out_sine"
IN = "ease_in_quad"
OUT = "ease_out_quad"
OUT_SOFT = "ease_out_sine"
IN_SOFT = "ease_in_sine"
LINEAR = "linear"
EASINGS = [LINEAR] + [f"ease_{d}_{f}" for f in POWERS for d in ("in_out", "in", "out")]
