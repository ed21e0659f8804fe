# SPDX-License-Identifier: EPL-2.0
"""Draws lines and bars on logarithmic axes as SVG, without any library."""
import math
from xml.sax.saxutils import escape

COLORS = ["#1b6ca8", "#c8553d", "#3a7d44", "#8f5fa8", "#b8860b", "#5c6b73", "#d1495b", "#2a9d8f"]
WIDTH, HEIGHT, LEFT, TOP, BOTTOM, LEGEND = 900, 480, 70, 40, 50, 300


def label(power):
    """Returns the text of a power of ten."""
    number = 10 ** power
    if power < 0:
        return f"{number:g}"
    return f"{number // 1_000_000} M" if power >= 6 else f"{number // 1_000} k" if power >= 3 else str(number)


def lines(title, x_title, y_title, series):
    """Returns an SVG. series: name -> list of (x, y); values that are not positive have no place on such axes and are omitted."""
    series = {name: [(x, y) for x, y in points if x > 0 and y > 0] for name, points in series.items()}
    every = [point for points in series.values() for point in points]
    low_x, high_x = bounds([x for x, _ in every])
    low_y, high_y = bounds([y for _, y in every])
    right, bottom = WIDTH - LEGEND, HEIGHT - BOTTOM

    def at_x(x):
        return LEFT + (math.log10(x) - low_x) / (high_x - low_x) * (right - LEFT)

    def at_y(y):
        return bottom - (math.log10(y) - low_y) / (high_y - low_y) * (bottom - TOP)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>']
    for power in range(low_x, high_x + 1):
        x = at_x(10 ** power)
        out.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{label(power)}</text>')
    for power in range(low_y, high_y + 1):
        y = at_y(10 ** power)
        out.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label(power)}</text>')
    out.append(f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x_title)}</text>')
    out.append(f'<text transform="translate(16 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">{escape(y_title)}</text>')
    for number, (name, points) in enumerate(series.items()):
        color = COLORS[number % len(COLORS)]
        dashes = "" if number < len(COLORS) else ' stroke-dasharray="5 3"'
        path = "L".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y in points)
        if path:
            out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>')
        out += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="3" fill="{color}"/>' for x, y in points]
        y = TOP + 10 + 20 * number
        out.append(f'<path d="M{right + 14} {y}h20" stroke="{color}" stroke-width="2"{dashes}/>')
        out.append(f'<text x="{right + 40}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join(out + ["</svg>", ""])


def bounds(values):
    """Returns the powers of ten around some values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def bars(title, rows):
    """Returns an SVG with a bar for each ratio, to the right of the line at 1 if it is larger. rows: list of (name, ratio)."""
    names, height, width = 420, 20, 320
    middle, bottom = names + width / 2, TOP + height * len(rows)
    widest = max([abs(math.log10(ratio)) for _, ratio in rows] + [1])
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 20}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{bottom + 20}" fill="white"/>', f'<text x="10" y="22" font-size="15">{escape(title)}</text>']
    for number, (name, ratio) in enumerate(rows):
        y = TOP + height * number
        length = math.log10(ratio) / widest * width / 2
        color = COLORS[2] if ratio >= 1 else COLORS[1]
        out.append(f'<text x="{names - 8}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        out.append(f'<rect x="{min(middle, middle + length):.1f}" y="{y + 3}" width="{abs(length):.1f}" height="13" fill="{color}"/>')
        out.append(f'<text x="{names + width + 12}" y="{y + 13}">{ratio:g}</text>')
    out.append(f'<path d="M{middle} {TOP}V{bottom}" stroke="#333"/>')
    return "\n".join(out + ["</svg>", ""])
