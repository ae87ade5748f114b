/** A button on each block of code that copies it. */
const SHOWN_MS = 2000

for (const block of document.querySelectorAll('main pre')) {
  const place = Object.assign(document.createElement('div'), { className: 'code' })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'copy',
    textContent: 'Copy',
  })
  block.replaceWith(place)
  place.append(block, button)
  button.addEventListener('click', () => void copy(block.textContent, button))
}

async function copy(text, button) {
  await navigator.clipboard?.writeText(text.trimEnd()).then(
    () => say(button, 'Copied'),
    () => say(button, 'Not allowed'),
  )
}

function say(button, text) {
  button.textContent = text
  setTimeout(() => {
    button.textContent = 'Copy'
  }, SHOWN_MS)
}
