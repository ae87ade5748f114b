/** Copies a text. Browsers offer the clipboard on secure origins only; elsewhere a selected field is copied. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text)
    return
  }
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
