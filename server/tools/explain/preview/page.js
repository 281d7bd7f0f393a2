'use strict';
// Shows a playback from the messages that a proxy gets: follows them as a client does, and draws the boxes.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const element = (id) => document.getElementById(id);
  const TICKS_PER_SECOND = 20;

  // ------------------------------------------------------------------------------------------------ courses

  const part = (branch) => data.parts.find((one) => one.branch === branch);

  // What happens if a partner asks to join in this tick: the offer, the wait, and the branch that comes of it.
  function compose(partnerAt) {
    const first = data.parts[0];
    const course = { ticks: first.ticks, messages: first.messages.slice(), entries: first.entries.slice(), branchAt: null };
    if (!data.partner) return course;
    const matched = partnerAt < data.partner.end;
    const begins = matched ? Math.max(partnerAt, data.partner.offer) : data.partner.end;
    if (begins > first.ticks) {
      course.entries.push({ kind: 'partner', from: first.ticks, to: begins, clip: 'waits for a partner' });
    }
    const next = part(matched ? 'matched' : 'timeout');
    course.branchAt = begins;
    course.matched = matched;
    if (!next) return course;
    for (const message of next.messages) course.messages.push([message[0], message[1] + begins, ...message.slice(2)]);
    for (const entry of next.entries) {
      course.entries.push({ ...entry, from: entry.from + begins, to: entry.to + begins });
    }
    course.ticks = begins + next.ticks;
    return course;
  }

  // ------------------------------------------------------------------------------------------------ the client

  const REST = [0, 0, 0];
  const UPRIGHT = [0, 0, 0, 1];
  const mix = (a, b, t) => a.map((value, i) => value + (b[i] - value) * t);
  function turned(a, b, t) {
    let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    const sign = dot < 0 ? -1 : 1;
    dot *= sign;
    let from = 1 - t;
    let to = t;
    if (dot < 0.9995) {
      const angle = Math.acos(dot);
      from = Math.sin((1 - t) * angle) / Math.sin(angle);
      to = Math.sin(t * angle) / Math.sin(angle);
    }
    const q = a.map((value, i) => from * value + to * sign * b[i]);
    const length = Math.hypot(...q) || 1;
    return q.map((value) => value / length);
  }
  const pose = () => ({ t: REST, l: UPRIGHT, s: [1, 1, 1], r: UPRIGHT });

  class Client {
    constructor() {
      this.clip = null;
      this.next = 0;
      this.displays = data.displays.map((one) =>
        ({ visible: false, from: pose(), to: pose(), start: 0, ticks: 0, label: one.label }));
      this.roots = [];
      this.takeRoots(0, 0, data.roots);
    }
    copy() {
      const other = Object.create(Client.prototype);
      other.clip = this.clip;
      other.next = this.next;
      other.displays = this.displays.map((one) => ({ ...one }));
      other.roots = this.roots.map((one) => ({ ...one }));
      return other;
    }
    at(display, tick) {
      const { from, to, start, ticks } = this.displays[display];
      const t = ticks === 0 ? 1 : Math.min(1, Math.max(0, (tick - start) / ticks));
      if (t >= 1) return to;
      return { t: mix(from.t, to.t, t), l: turned(from.l, to.l, t), s: mix(from.s, to.s, t), r: turned(from.r, to.r, t) };
    }
    root(space, tick) {
      const { from, to, start, ticks, active } = this.roots[space];
      const t = ticks === 0 ? 1 : Math.min(1, Math.max(0, (tick - start) / ticks));
      let turn = ((to.yaw - from.yaw) % 256 + 384) % 256 - 128;
      return { position: mix(from.position, to.position, t), yaw: (from.yaw + turn * t) * 360 / 256, active };
    }
    takeRoots(tick, ticks, roots) {
      for (const [space, x, y, z, yaw, active] of roots) {
        const old = this.roots[space];
        let from = { position: [x, y, z], yaw };
        if (old && ticks > 0) {
          const now = this.root(space, tick);
          from = { position: now.position, yaw: now.yaw * 256 / 360 };
        }
        this.roots[space] = { from, to: { position: [x, y, z], yaw }, start: tick, ticks, active };
      }
    }
    take([kind, tick, what, more]) {
      if (kind === 'begin') {
        this.clip = what;
      } else if (kind === 'roots') {
        this.takeRoots(tick, what, more);
      } else if (kind === 'label') {
        for (const [display, label] of what) this.displays[display].label = label;
      } else if (kind === 'pose') {
        const table = data.clips[what].nodes;
        for (const [node, ticks, visible, t, l, s, r] of more) {
          const index = table[node];
          const display = this.displays[index];
          if (visible !== undefined && visible !== null) display.visible = visible;
          if (t || l || s || r) {
            display.from = this.at(index, tick);
            const to = display.to;
            display.to = { t: t || to.t, l: l || to.l, s: s || to.s, r: r || to.r };
            display.start = tick;
            display.ticks = ticks;
          }
        }
      }
    }
    // Everything up to and in this tick.
    follow(messages, tick) {
      while (this.next < messages.length && messages[this.next][1] <= tick) this.take(messages[this.next++]);
    }
    shown(display) {
      const one = data.displays[display];
      if (this.clip === null || !this.roots[one.space].active) return false;
      const clip = data.clips[this.clip];
      if (one.mirror !== undefined) return clip.mirrored && this.displays[one.mirror].visible;
      return this.displays[display].visible && clip.nodes.includes(display);
    }
  }

  // The client at any tick of a course; going back starts from a copy made on the way.
  class Player {
    constructor(course) {
      this.course = course;
      this.client = new Client();
      this.tick = -1;
      this.copies = [{ tick: -1, client: this.client.copy() }];
    }
    at(tick) {
      if (tick < this.tick) {
        const copy = this.copies.filter((one) => one.tick <= tick).pop();
        this.client = copy.client.copy();
        this.tick = copy.tick;
      }
      while (this.tick < tick) {
        const to = Math.min(tick, this.tick + 100);
        this.client.follow(this.course.messages, to);
        this.tick = to;
        if (to % 100 === 0 && this.copies[this.copies.length - 1].tick < to) {
          this.copies.push({ tick: to, client: this.client.copy() });
        }
        if (to < tick && to % 100 !== 0) {
          const round = Math.min(tick, to - (to % 100) + 100);
          this.client.follow(this.course.messages, round);
          this.tick = round;
        }
      }
      return this.client;
    }
  }

  // ------------------------------------------------------------------------------------------------ drawing

  function rotate([x, y, z, w], [a, b, c]) {
    const ix = w * a + y * c - z * b;
    const iy = w * b + z * a - x * c;
    const iz = w * c + x * b - y * a;
    const iw = -x * a - y * b - z * c;
    return [ix * w - iw * x - iy * z + iz * y, iy * w - iw * y - iz * x + ix * z, iz * w - iw * z - ix * y + iy * x];
  }
  // A display turns its content by minus its yaw.
  function place(p, point, root) {
    const right = rotate(p.r, point);
    const scaled = [right[0] * p.s[0], right[1] * p.s[1], right[2] * p.s[2]];
    const left = rotate(p.l, scaled);
    const local = [left[0] + p.t[0], left[1] + p.t[1], left[2] + p.t[2]];
    const angle = -root.yaw * Math.PI / 180;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    return [root.position[0] + local[0] * cos + local[2] * sin, root.position[1] + local[1],
      root.position[2] - local[0] * sin + local[2] * cos];
  }

  const BACKGROUND = [245, 245, 240];
  const canvas = element('stage');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const camera = { turn: 0.6, tilt: 0.3, zoom: 1, target: [0, 0, 0], reach: 1 };
  let picture = null;
  let depth = null;

  function resize() {
    const width = Math.max(200, Math.min(900, element('view').clientWidth));
    const height = Math.round(width * 0.62);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      picture = context.createImageData(width, height);
      depth = new Float32Array(width * height);
    }
  }

  // Right, down, and towards the camera.
  function project(point) {
    const x = point[0] - camera.target[0];
    const y = point[1] - camera.target[1];
    const z = point[2] - camera.target[2];
    const ct = Math.cos(camera.turn);
    const st = Math.sin(camera.turn);
    const side = x * ct - z * st;
    const ahead = x * st + z * ct;
    const cp = Math.cos(camera.tilt);
    const sp = Math.sin(camera.tilt);
    const up = y * cp - ahead * sp;
    const near = ahead * cp + y * sp;
    const distance = camera.reach * 5;
    const scale = canvas.height / (camera.reach * 2.4) * camera.zoom * distance / Math.max(0.1 * distance, distance - near);
    return [canvas.width / 2 + side * scale, canvas.height / 2 - up * scale, near];
  }

  function triangle(a, b, c, red, green, blue) {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (Math.abs(area) < 1e-6) return;
    const left = Math.max(0, Math.floor(Math.min(a[0], b[0], c[0])));
    const right = Math.min(canvas.width - 1, Math.ceil(Math.max(a[0], b[0], c[0])));
    const top = Math.max(0, Math.floor(Math.min(a[1], b[1], c[1])));
    const bottom = Math.min(canvas.height - 1, Math.ceil(Math.max(a[1], b[1], c[1])));
    const pixels = picture.data;
    for (let y = top; y <= bottom; ++y) {
      for (let x = left; x <= right; ++x) {
        const px = x + 0.5;
        const py = y + 0.5;
        const u = ((px - a[0]) * (c[1] - a[1]) - (py - a[1]) * (c[0] - a[0])) / area;
        const v = ((b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const z = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
        const at = y * canvas.width + x;
        if (z <= depth[at]) continue;
        depth[at] = z;
        pixels[4 * at] = red;
        pixels[4 * at + 1] = green;
        pixels[4 * at + 2] = blue;
      }
    }
  }

  function quad(corners, color, light) {
    const p = corners.map(project);
    const [red, green, blue] = color.map((channel) => Math.min(255, channel * light));
    triangle(p[0], p[1], p[2], red, green, blue);
    triangle(p[0], p[2], p[3], red, green, blue);
  }

  const FACES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];

  function box(look, p, root) {
    const [a, b] = [look.from, look.to];
    const corners = [];
    for (let i = 0; i < 8; ++i) {
      corners.push(place(p, [i & 4 ? b[0] : a[0], i & 2 ? b[1] : a[1], i & 1 ? b[2] : a[2]], root));
    }
    const middle = place(p, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2], root);
    for (const face of FACES) {
      const [p0, p1, p2, p3] = face.map((i) => corners[i]);
      const e1 = p1.map((value, i) => value - p0[i]);
      const e2 = p3.map((value, i) => value - p0[i]);
      let normal = [e1[1] * e2[2] - e1[2] * e2[1], e1[2] * e2[0] - e1[0] * e2[2], e1[0] * e2[1] - e1[1] * e2[0]];
      const length = Math.hypot(...normal);
      if (length < 1e-12) continue;
      const centre = p0.map((value, i) => (value + p2[i]) / 2);
      const outward = normal.reduce((sum, n, i) => sum + n * (centre[i] - middle[i]), 0) < 0 ? -1 : 1;
      normal = normal.map((n) => n * outward / length);
      quad([p0, p1, p2, p3], look.color, 0.78 + 0.24 * normal[1] + 0.1 * normal[0] + 0.05 * normal[2]);
    }
    if (look.face) {
      for (const x of [-0.14, 0.06]) {
        const eye = [[x, -0.3], [x + 0.08, -0.3], [x + 0.08, -0.23], [x, -0.23]];
        quad(eye.map(([ex, ey]) => place(p, [ex, ey, -0.256], root)), [40, 40, 90], 1);
      }
    }
  }

  function ground(client, tick) {
    const root = client.root(0, tick).position;
    for (let i = -2; i < 2; ++i) {
      for (let j = -2; j < 2; ++j) {
        const shade = (i + j) % 2 === 0 ? 1 : 0.96;
        const x = Math.floor(root[0]) + i;
        const z = Math.floor(root[2]) + j;
        const y = root[1] - 0.002;
        quad([[x, y, z], [x + 1, y, z], [x + 1, y, z + 1], [x, y, z + 1]], [222, 222, 210], shade);
      }
    }
  }

  function draw(client, tick) {
    resize();
    const pixels = picture.data;
    for (let i = 0; i < pixels.length; i += 4) {
      pixels[i] = BACKGROUND[0];
      pixels[i + 1] = BACKGROUND[1];
      pixels[i + 2] = BACKGROUND[2];
      pixels[i + 3] = 255;
    }
    depth.fill(-1e9);
    ground(client, tick);
    const labels = [];
    let shown = 0;
    data.displays.forEach((look, index) => {
      if (!client.shown(index)) return;
      ++shown;
      const p = client.at(look.mirror === undefined ? index : look.mirror, tick);
      const root = client.root(look.space, tick);
      box(look, p, root);
      const label = client.displays[look.mirror === undefined ? index : look.mirror].label;
      if (label) labels.push([label, project(place(p, [(look.from[0] + look.to[0]) / 2, look.to[1], 0], root))]);
    });
    context.putImageData(picture, 0, 0);
    context.font = '11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillStyle = '#222';
    for (const [label, [x, y]] of labels) context.fillText(label, x, y - 3);
    return shown;
  }

  // ------------------------------------------------------------------------------------------------ the page

  let partnerAt = data.partner ? data.partner_at : 0;
  let course = compose(partnerAt);
  let player = new Player(course);
  let now = 0; // ticks, with a fraction while it plays
  let playing = false;
  let before = null;
  let rows = [];
  let eventRows = [];

  const colors = new Map();
  function colorOf(clip) {
    if (!colors.has(clip)) colors.set(clip, `hsl(${(colors.size * 67 + 205) % 360} 45% 42%)`);
    return colors.get(clip);
  }

  function build() {
    const line = element('line');
    line.replaceChildren();
    const percent = (tick) => `${100 * tick / Math.max(1, course.ticks)}%`;
    for (const entry of course.entries) {
      if (entry.to === entry.from) continue;
      const bar = document.createElement('div');
      bar.className = entry.kind;
      bar.setAttribute('role', 'listitem');
      bar.style.left = percent(entry.from);
      bar.style.width = percent(entry.to - entry.from);
      if (entry.kind === 'segment') bar.style.background = colorOf(entry.clip);
      if (entry.kind === 'transition') bar.style.background = `repeating-linear-gradient(45deg, ${colorOf(entry.clip)} 0 4px, #999 4px 8px)`;
      bar.textContent = entry.kind === 'segment' || entry.kind === 'partner' ? entry.clip : entry.kind.replace('_', ' ');
      bar.title = `${entry.kind.replace('_', ' ')} ${entry.clip || ''} ${entry.path || ''}: ticks ${entry.from} to ${entry.to}`;
      bar.addEventListener('click', () => seek(entry.from));
      line.append(bar);
    }
    const events = element('events');
    events.replaceChildren();
    eventRows = [];
    for (const [kind, tick, what, commands] of course.messages) {
      if (kind !== 'event') continue;
      const mark = document.createElement('i');
      mark.style.left = percent(tick);
      mark.title = `${what} event in tick ${tick}`;
      line.append(mark);
      const row = document.createElement('li');
      const jump = document.createElement('button');
      jump.type = 'button';
      jump.textContent = `${tick} ${what}: ${commands.join('; ') || 'nothing'}`;
      row.title = jump.textContent;
      jump.addEventListener('click', () => seek(tick));
      row.append(jump);
      events.append(row);
      eventRows.push([tick, row]);
    }
    const cursor = document.createElement('b');
    cursor.id = 'cursor';
    line.append(cursor);
    element('scrub').max = course.ticks;
  }

  function buildDisplays() {
    const list = element('displays');
    rows = data.displays.map((look) => {
      const row = document.createElement('li');
      const swatch = document.createElement('span');
      swatch.className = 'swatch';
      swatch.style.background = `rgb(${look.color.join(',')})`;
      row.append(swatch, look.node);
      row.title = look.node;
      list.append(row);
      return row;
    });
  }

  function show() {
    const client = player.at(Math.floor(now));
    draw(client, now);
    rows.forEach((row, index) => row.classList.toggle('hidden', !client.shown(index)));
    eventRows.forEach(([tick, row]) => row.classList.toggle('past', tick <= now));
    const tick = Math.floor(now);
    element('scrub').value = tick;
    element('cursor').style.left = `${100 * now / Math.max(1, course.ticks)}%`;
    element('clock').textContent = `tick ${tick} of ${course.ticks}, ${(now / TICKS_PER_SECOND).toFixed(2)} s`;
    const entry = course.entries.filter((one) => one.from <= tick && tick < one.to).pop();
    element('now').textContent = entry ? `${entry.kind.replace('_', ' ')} ${entry.clip || ''} ${entry.path || ''}` : '';
  }

  function seek(tick) {
    now = Math.min(course.ticks, Math.max(0, tick));
    show();
  }

  function setPlaying(on) {
    playing = on;
    element('play').textContent = on ? 'Pause' : 'Play';
    if (on && now >= course.ticks) now = 0;
  }

  function tellPartner() {
    const text = course.matched ? `tick ${partnerAt}: matched in tick ${course.branchAt}`
      : `nobody comes before tick ${data.partner.end}: time-out`;
    element('partner_text').textContent = text;
  }

  function step(time) {
    const passed = before === null ? 0 : Math.min(0.25, (time - before) / 1000);
    before = time;
    if (playing) {
      now += passed * TICKS_PER_SECOND * Number(element('speed').value);
      if (now >= course.ticks) {
        now = element('loop').checked ? 0 : course.ticks;
        if (!element('loop').checked) setPlaying(false);
      }
    }
    const turning = element('turn').checked && !dragging;
    if (turning) camera.turn += passed * 0.5;
    if (playing || turning) show();
    requestAnimationFrame(step);
  }

  // What is shown at any time decides where the camera looks: found once, so that it does not jump.
  function aim() {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const courses = data.partner ? [compose(0), compose(data.partner.end)] : [course];
    for (const one of courses) {
      const walker = new Player(one);
      for (let i = 0; i <= 40; ++i) {
        const tick = Math.floor(one.ticks * i / 40);
        const client = walker.at(tick);
        data.displays.forEach((look, index) => {
          if (!client.shown(index)) return;
          const p = client.at(look.mirror === undefined ? index : look.mirror, tick);
          for (const corner of [look.from, look.to]) {
            place(p, corner, client.root(look.space, tick)).forEach((value, axis) => {
              low[axis] = Math.min(low[axis], value);
              high[axis] = Math.max(high[axis], value);
            });
          }
        });
      }
    }
    if (low[0] > high[0]) {
      const [, x, y, z] = data.roots[0];
      low.splice(0, 3, x - 1, y, z - 1);
      high.splice(0, 3, x + 1, y + 2, z + 1);
    }
    camera.target = low.map((value, axis) => (value + high[axis]) / 2);
    camera.reach = Math.max(0.6, Math.hypot(...low.map((value, axis) => high[axis] - value)) / 2);
  }

  let dragging = false;
  canvas.addEventListener('pointerdown', (event) => { dragging = true; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointerup', () => { dragging = false; });
  canvas.addEventListener('pointermove', (event) => {
    if (!dragging) return;
    camera.turn += event.movementX * 0.01;
    camera.tilt = Math.max(-1.5, Math.min(1.5, camera.tilt + event.movementY * 0.01));
    show();
  });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    camera.zoom = Math.max(0.2, Math.min(8, camera.zoom * Math.exp(-event.deltaY * 0.001)));
    show();
  }, { passive: false });
  element('play').addEventListener('click', () => setPlaying(!playing));
  element('scrub').addEventListener('input', (event) => { setPlaying(false); seek(Number(event.target.value)); });
  element('turn').addEventListener('change', show);
  element('partner_at').addEventListener('input', (event) => {
    partnerAt = Number(event.target.value);
    course = compose(partnerAt);
    player = new Player(course);
    build();
    tellPartner();
    seek(now);
  });
  document.addEventListener('keydown', (event) => {
    if (event.target.tagName === 'INPUT' || event.target.tagName === 'SELECT' || event.target.tagName === 'BUTTON') return;
    if (event.key === ' ') setPlaying(!playing);
    else if (event.key === 'ArrowRight') seek(Math.floor(now) + 1);
    else if (event.key === 'ArrowLeft') seek(Math.ceil(now) - 1);
    else return;
    event.preventDefault();
  });
  window.addEventListener('resize', show);

  document.title = `${data.id} - emote preview`;
  element('title').textContent = data.name;
  element('about').textContent = `${data.id}, seed ${data.seed}`;
  if (data.note) {
    element('note').hidden = false;
    element('note').textContent = data.note;
  }
  if (data.partner) {
    element('partner').hidden = false;
    element('partner_at').max = data.partner.end;
    element('partner_at').value = partnerAt;
    tellPartner();
  }
  aim();
  build();
  buildDisplays();
  show();
  requestAnimationFrame(step);
})();
