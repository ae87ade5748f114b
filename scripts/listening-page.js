/** The listening page in the browser: plays clips, and keeps and saves the listener's marks. */
;(() => {
  const data = JSON.parse(document.getElementById('data').textContent)
  const { clips, release, otherRelease } = data
  const isPair = otherRelease !== undefined
  const storeName = `declaim-listening:${release}:${otherRelease ?? ''}`
  const state = { blind: false, swapped: {}, marks: {}, ...JSON.parse(localStorage.getItem(storeName) ?? '{}') }
  const player = new Audio()
  let selected = 0

  const $ = (id) => document.getElementById(id)
  const keep = () => localStorage.setItem(storeName, JSON.stringify(state))
  const isSwapped = (clip) => state.blind && state.swapped[clip.name] === true
  /** The address of side A or B of a clip. A is this release unless the clip is swapped. */
  const urlOf = (clip, side) => ((side === 'A') === isSwapped(clip) ? clip.otherUrl : clip.url)
  const releaseOf = (clip, side) => ((side === 'A') === isSwapped(clip) ? otherRelease : release)

  const VERDICTS = isPair
    ? { A: ['1', 'A is better'], B: ['2', 'B is better'], same: ['0', 'no difference'] }
    : { good: ['1', 'good'], bad: ['2', 'bad'] }

  function element(name, attributes = {}, ...children) {
    const node = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
    node.append(...children)
    return node
  }

  function play(index, side) {
    select(index)
    const clip = clips[index]
    const url = urlOf(clip, side)
    if (url === undefined) return
    player.src = url
    player.play().catch(() => {})
    for (const button of document.querySelectorAll('button.playing')) button.classList.remove('playing')
    const button = document.querySelector(`[data-play="${index}${side}"]`)
    button.classList.add('playing')
    player.onended = () => button.classList.remove('playing')
  }

  function select(index) {
    selected = Math.min(Math.max(index, 0), clips.length - 1)
    for (const [i, row] of [...$('clips').rows].entries()) row.setAttribute('aria-selected', String(i === selected))
    $('clips').rows[selected].scrollIntoView({ block: 'nearest' })
  }

  /** Keeps which release is meant, not the letter: in blind mode the letter means nothing later. */
  function mark(index, verdict) {
    const clip = clips[index]
    const meant = verdict === 'A' || verdict === 'B' ? releaseOf(clip, verdict) : verdict
    const { note } = state.marks[clip.name] ?? {}
    const isOff = state.marks[clip.name]?.verdict === meant
    state.marks[clip.name] = { ...(isOff ? {} : { verdict: meant, blind: state.blind }), ...(note && { note }) }
    keep()
    draw()
  }

  function isMarked(clip, verdict) {
    const kept = state.marks[clip.name]?.verdict
    return kept !== undefined && kept === (verdict === 'A' || verdict === 'B' ? releaseOf(clip, verdict) : verdict)
  }

  function setNote(clip, note) {
    state.marks[clip.name] = { ...state.marks[clip.name], note }
    if (note === '') delete state.marks[clip.name].note
    keep()
  }

  function countMarks() {
    const counts = {}
    for (const { verdict } of Object.values(state.marks)) if (verdict) counts[verdict] = (counts[verdict] ?? 0) + 1
    return counts
  }

  function save() {
    const results = clips
      .filter(({ name }) => Object.keys(state.marks[name] ?? {}).length > 0)
      .map(({ name, speaker, kind, text }) => ({ clip: name, speaker, kind, text, ...state.marks[name] }))
    const file = { release, ...(isPair && { otherRelease }), counts: countMarks(), marks: results }
    const url = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }))
    element('a', { href: url, download: 'listening-marks.json' }).click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  }

  function playButton(clip, index, side) {
    const title = isPair ? (state.blind ? side : `${side}: ${releaseOf(clip, side)}`) : 'Play'
    const button = element('button', { 'data-play': `${index}${side}` }, title)
    if (urlOf(clip, side) === undefined) button.disabled = true
    button.onclick = () => play(index, side)
    return button
  }

  function row(clip, index) {
    const note = element('input', { type: 'text', placeholder: 'note', 'aria-label': `Note on clip ${index + 1}` })
    note.value = state.marks[clip.name]?.note ?? ''
    note.oninput = () => setNote(clip, note.value)
    const sides = isPair ? ['A', 'B'] : ['A']
    const verdicts = Object.entries(VERDICTS).map(([verdict, [, title]]) => {
      const button = element('button', { 'aria-pressed': String(isMarked(clip, verdict)) }, title)
      button.onclick = () => {
        selected = index
        mark(index, verdict)
      }
      return button
    })
    const line = element(
      'tr',
      { 'aria-selected': String(index === selected) },
      element('td', {}, String(index + 1)),
      element('td', {}, clip.text, element('br'), element('small', {}, `${clip.kind} · ${clip.speaker}`)),
      element('td', { class: 'buttons' }, ...sides.map((side) => playButton(clip, index, side))),
      element('td', { class: 'buttons' }, ...verdicts),
      element('td', {}, note),
    )
    line.onclick = ({ target }) => target.closest('button, input') === null && select(index)
    return line
  }

  function draw() {
    $('clips').replaceChildren(...clips.map(row))
    $('blind').checked = state.blind
    $('blind').closest('label').hidden = !isPair
    const counts = Object.entries(countMarks())
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    // A running score would tell a blind listener which side is which.
    const score = state.blind ? '' : counts.map(([verdict, count]) => ` · ${verdict}: ${count}`).join('')
    $('tally').textContent = `${total} of ${clips.length} marked${score}`
  }

  function setBlind(isBlind) {
    if (isBlind) for (const { name } of clips) state.swapped[name] ??= Math.random() < 0.5
    state.blind = isBlind
    keep()
    draw()
  }

  const KEYS = {
    ArrowDown: () => select(selected + 1),
    ArrowUp: () => select(selected - 1),
    a: () => play(selected, 'A'),
    ...(isPair && { b: () => play(selected, 'B'), h: () => setBlind(!state.blind) }),
    ' ': () => (player.paused ? player.play().catch(() => {}) : player.pause()),
    s: save,
    ...Object.fromEntries(Object.entries(VERDICTS).map(([verdict, [key]]) => [key, () => mark(selected, verdict)])),
  }

  document.onkeydown = (event) => {
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    const isTyping = event.target.matches('input[type=text]')
    if (action === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  $('blind').onchange = ({ target }) => setBlind(target.checked)
  $('save').onclick = save
  $('clear').onclick = () => {
    if (!confirm('Clear all marks and notes?')) return
    state.marks = {}
    keep()
    draw()
  }
  const help = [
    ['↑ ↓', 'choose a clip'],
    [isPair ? 'A B' : 'A', 'play'],
    ['space', 'pause'],
    ...Object.values(VERDICTS),
    ...(isPair ? [['H', 'blind']] : []),
    ['S', 'save the marks'],
  ]
  for (const [key, title] of help) $('keys').append(element('kbd', {}, key), ` ${title}  `)
  draw()
})()
