/** Takes files that are dropped anywhere on the page, until the returned function is called. Else the browser would open them. */
export function receiveFiles(receive: (file: File) => void): () => void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    document.documentElement.classList.add('is-dropping')
  }
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) document.documentElement.classList.remove('is-dropping')
  }
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    document.documentElement.classList.remove('is-dropping')
    const file = event.dataTransfer?.files[0]
    if (file !== undefined) receive(file)
  }
  // Before the editor, which would take the file's name for text.
  addEventListener('dragover', over, true)
  addEventListener('dragleave', leave, true)
  addEventListener('drop', drop, true)
  return () => {
    removeEventListener('dragover', over, true)
    removeEventListener('dragleave', leave, true)
    removeEventListener('drop', drop, true)
  }
}
