export { checkReplacement } from '../text/replacements/check-replacement.ts'
