import '@fontsource-variable/source-serif-4/wght.css'
import { render } from 'preact'
import { startSession } from './service.ts'
import { App } from './shell/app.tsx'
import { restoreTheme } from './shell/theme.ts'
import './styles/tokens.css'
import './styles/shell.css'
import './styles/script.css'
import './styles/panels.css'

const root = document.getElementById('studio')
if (root !== null) {
  restoreTheme()
  render(<App />, root)
  void startSession()
}
