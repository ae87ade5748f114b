/** A mouth that speaks the sample of the page, in place of the link to it. */
const WINDOW_MS = 80
/** Size of the drawing in its own units. */
const SIZE = { width: 320, height: 200 }

const link = document.querySelector('main a[href$="/mouth.mp3"]')
if (link !== null) showMouth(link)

function showMouth(sample) {
  const canvas = Object.assign(document.createElement('canvas'), { className: 'mouth', ...SIZE })
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', 'A mouth')
  const said = Object.assign(document.createElement('p'), { className: 'said' })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'play',
    textContent: 'Play the sample',
  })
  const figure = Object.assign(document.createElement('div'), { className: 'mouth-figure' })
  figure.append(canvas, said, button)
  sample.closest('p').replaceWith(figure)
  const draw = createDrawing(canvas)
  draw({})
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      await play(sample.href, { draw, say: (text) => (said.textContent = text) })
    } catch (error) {
      said.textContent = `The sample cannot be played: ${error.message}`
    }
    button.disabled = false
  })
}

async function play(url, { draw, say }) {
  const context = new AudioContext()
  const [bytes, timing] = await Promise.all([
    fetch(url).then((answer) => answer.arrayBuffer()),
    fetch(url.replace(/mp3$/, 'json')).then((answer) => answer.json()),
  ])
  const source = Object.assign(context.createBufferSource(), { buffer: await context.decodeAudioData(bytes) })
  source.connect(context.destination)
  const ended = new Promise((resolve) => source.addEventListener('ended', resolve, { once: true }))
  let isOver = false
  const startsAt = context.currentTime
  source.start(startsAt)
  const show = () => {
    const ms = 1000 * (context.currentTime - startsAt)
    draw(isOver ? {} : mouthAt(ms, timing))
    const now = timing.phones.find(({ start_ms, end_ms }) => start_ms <= ms && ms < end_ms)
    say(isOver || now?.word === undefined ? '' : `${timing.words[now.word]} [${now.ipa}] ${now.oculus}`)
    if (!isOver) requestAnimationFrame(show)
  }
  show()
  await ended
  isOver = true
  show()
  await context.close()
}

/** The weights of blend shapes at a moment of the audio: the mean of what is heard around it. */
function mouthAt(ms, { phones, arkit }) {
  const weights = {}
  for (const { oculus, start_ms, end_ms } of phones) {
    const overlap = Math.min(end_ms, ms + WINDOW_MS / 2) - Math.max(start_ms, ms - WINDOW_MS / 2)
    if (overlap <= 0) continue
    for (const [shape, weight] of Object.entries(arkit[oculus]))
      weights[shape] = (weights[shape] ?? 0) + (weight * overlap) / WINDOW_MS
  }
  return weights
}

/** Draws lips, teeth and tongue by blend shapes. */
function createDrawing(canvas) {
  const pen = canvas.getContext('2d')
  const { width, height } = SIZE
  const [x, y] = [width / 2, height / 2]
  return (weights) => {
    const of = (shape) => weights[shape] ?? 0
    const wide =
      78 + 40 * (of('mouthStretchLeft') + of('mouthSmileLeft')) - 52 * of('mouthPucker') - 30 * of('mouthFunnel')
    const lips = 13 + 12 * (of('mouthFunnel') + of('mouthPucker')) - 9 * (of('mouthRollLower') + of('mouthPressLeft'))
    const open = 74 * of('jawOpen') + 22 * of('mouthFunnel') * (1 - of('mouthPucker'))
    const top = y - 14 * of('mouthUpperUpLeft') - open * 0.25
    const bottom = y + open * 0.75 + 16 * of('mouthLowerDownLeft') * (open > 2 ? 1 : 0)
    pen.clearRect(0, 0, width, height)
    pen.fillStyle = '#c5655a'
    shape(pen, { x, y, wide, top: top - lips, bottom: bottom + lips * 1.25, bow: 0.35 })
    pen.fillStyle = '#3a1414'
    pen.save()
    shape(pen, { x, y, wide: wide * 0.84, top, bottom: Math.max(bottom, top + 1.5), bow: 0.1 })
    pen.clip()
    pen.fillStyle = '#f4efe6'
    pen.fillRect(x - wide, top - 4, 2 * wide, 4 + Math.min(15, 0.4 * (bottom - top)))
    pen.fillStyle = '#d98b84'
    const raised = 30 * of('tongueOut')
    if (bottom - top > 4) {
      pen.beginPath()
      pen.ellipse(x, bottom + 12 - raised, wide * 0.5, 22 + raised * 0.3, 0, 0, 2 * Math.PI)
      pen.fill()
    }
    pen.restore()
  }
}

/** An oval with corners at the sides; `bow` lowers the middle of its upper edge. */
function shape(pen, { x, y, wide, top, bottom, bow }) {
  pen.beginPath()
  pen.moveTo(x - wide, y)
  pen.bezierCurveTo(x - wide * 0.5, top, x - wide * 0.25, top - (y - top) * bow, x, top + (y - top) * bow * 0.4)
  pen.bezierCurveTo(x + wide * 0.25, top - (y - top) * bow, x + wide * 0.5, top, x + wide, y)
  pen.bezierCurveTo(
    x + wide * 0.6,
    bottom + (bottom - y) * 0.35,
    x - wide * 0.6,
    bottom + (bottom - y) * 0.35,
    x - wide,
    y,
  )
  pen.fill()
}
