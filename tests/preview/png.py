"""Reads PNG files of 8 bits a channel, RGB or RGBA, not interlaced; strictly, so that a damaged file is noticed."""
import struct
import zlib


class Image:
    def __init__(self, data):
        if data[:8] != b"\x89PNG\r\n\x1a\n":
            raise ValueError("no PNG")
        at, packed, ended = 8, b"", False
        while at < len(data):
            length, = struct.unpack_from(">I", data, at)
            kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
            if struct.unpack_from(">I", data, at + 8 + length)[0] != zlib.crc32(kind + body):
                raise ValueError(f"the checksum of {kind} is wrong")
            if kind == b"IHDR":
                self.width, self.height, depth, colour, *rest = struct.unpack(">IIBBBBB", body)
                if depth != 8 or colour not in (2, 6) or any(rest):
                    raise ValueError("another kind of PNG")
                self.channels = 3 if colour == 2 else 4
            elif kind == b"IDAT":
                packed += body
            ended = kind == b"IEND"
            at += 12 + length
        if not ended:
            raise ValueError("no end")
        raw, stride = zlib.decompress(packed), self.width * self.channels
        if len(raw) != self.height * (stride + 1):
            raise ValueError("not as many bytes as pixels")
        self.rows, before = [], bytearray(stride)
        for y in range(self.height):
            row = self.unfilter(raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)]), before)
            self.rows.append(row)
            before = row

    def unfilter(self, kind, row, before):
        n = self.channels
        for i in range(len(row)):
            left, up, corner = (row[i - n] if i >= n else 0), before[i], (before[i - n] if i >= n else 0)
            if kind == 1:
                row[i] = (row[i] + left) & 255
            elif kind == 2:
                row[i] = (row[i] + up) & 255
            elif kind == 3:
                row[i] = (row[i] + (left + up) // 2) & 255
            elif kind == 4:
                estimate = left + up - corner
                nearest = min((left, up, corner), key=lambda value: abs(estimate - value))
                row[i] = (row[i] + nearest) & 255
        return row

    def colours(self, left=0, top=0, width=None, height=None):
        """How often each colour occurs in a part of the image."""
        counts = {}
        for row in self.rows[top:self.height if height is None else top + height]:
            right = self.width if width is None else left + width
            for x in range(left, right):
                pixel = bytes(row[x * self.channels:x * self.channels + 3])
                counts[pixel] = counts.get(pixel, 0) + 1
        return counts
