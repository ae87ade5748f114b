import '@fontsource-variable/source-serif-4/wght.css'
import { render } from 'preact'
import { setSpeechSource } from '../playback/speech-source.ts'
import { restoreTheme } from '../shell/theme.ts'
import '../styles/tokens.css'
import '../styles/shell.css'
import '../styles/script.css'
import '../styles/panels.css'
import './review.css'
import { openReview, speak } from './review-link.ts'
import { ReviewPage } from './review-page.tsx'

const root = document.getElementById('review')
if (root !== null) {
  restoreTheme()
  setSpeechSource(speak)
  render(<ReviewPage />, root)
  openReview()
}
