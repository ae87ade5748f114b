import type { Command } from '@commander-js/extra-typings'

const ID = '7d1c2a53-8c14-4f5e-9a3e-0c8f0c5b7c11'

/** Examples in the help of each command. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  serve: ['declaim serve', 'PORT=9000 DATA_DIR=/var/lib/declaim declaim serve'],
  api: ['DATABASE_URL=postgres://declaim@db.example.com/declaim AUDIO_STORE=s3://speech/audio declaim api'],
  worker: ['DATABASE_URL=postgres://declaim@db.example.com/declaim AUDIO_STORE=s3://speech/audio declaim worker'],
  migrate: ['declaim migrate'],
  doctor: ['declaim doctor', 'declaim doctor --json'],
  'sign-in': ['declaim sign-in', 'declaim sign-in --account support'],
  'sign-out': ['declaim sign-out --account support'],
  backup: ['declaim backup /var/backups/declaim-2026-03-14', 'declaim backup --keep 14 /var/backups/declaim'],
  restore: ['DATA_DIR=/var/lib/declaim declaim restore /var/backups/declaim-2026-03-14'],
  verify: ['declaim verify', 'declaim verify /var/backups/declaim-2026-03-14'],
  'voices list': ['declaim voices list'],
  'voices check': ['declaim voices check', 'declaim voices check ember'],
  'voices add': [
    'declaim voices add ./my-voice',
    'declaim voices add ./en_US-lessac-medium.onnx --licence CC-BY-4.0',
    'declaim voices add https://example.com/voices/my-voice/manifest.json',
  ],
  'voices remove': ['declaim voices remove my-voice'],
  'keys create': [
    'declaim keys create --name "phone menu" --scopes synthesize --characters-per-month 200000',
    'declaim keys create --account support --expires 2027-01-31 --remote',
  ],
  'keys list': ['declaim keys list --remote --json'],
  'keys rotate': [`declaim keys rotate ${ID} --overlap-hours 1`],
  'keys revoke': [`declaim keys revoke ${ID}`],
  'accounts create': ['declaim accounts create support --plan large'],
  'accounts list': ['declaim accounts list --url https://speech.example.com'],
  'accounts set-plan': ['declaim accounts set-plan support large'],
  'accounts suspend': ['declaim accounts suspend support'],
  'accounts resume': ['declaim accounts resume support'],
  'accounts terms': ['declaim accounts terms support --deny "road runner" tunnel --remove Acme'],
  'accounts delete': ['declaim accounts delete support'],
  'plans list': ['declaim plans list'],
  'plans set': ['declaim plans set large charactersPerText=5000 requestsPerSecond=none monthEnd=soft'],
  'plans remove': ['declaim plans remove large'],
  usage: ['declaim usage --account support --from 2026-03-01 --to 2026-03-31 > march.csv'],
  audit: ['declaim audit --limit 20', 'declaim audit --action revokeKey --from 2026-03-14'],
  login: ['declaim login', 'declaim login https://speech.example.com < key.txt'],
  logout: ['declaim logout'],
  say: [
    'declaim say "Good morning."',
    'declaim say -v Ruth -o hello.wav "Good morning."',
    'pandoc talk.md -t plain | declaim say -o talk.mp3',
  ],
  words: ['declaim words "One, two, three."', 'declaim words -f script.txt --srt script.srt'],
  explain: ['declaim explain "Dr. Nguyen paid $5 on 3/4."'],
  avatars: ['declaim avatars', 'declaim avatars --gender female --locale en_GB'],
  'clips submit': ['declaim clips submit lessons.csv -o audio --format wav', 'declaim clips submit chapters/ -v Ruth'],
  'clips list': ['declaim clips list --status FAILED'],
  'clips show': [`declaim clips show ${ID}`],
  'clips download': ['declaim clips download -o audio', `declaim clips download ${ID}`],
  'clips timing': [`declaim clips timing ${ID} --format srt > lesson.srt`],
  'clips retry': [`declaim clips retry ${ID}`],
  'clips delete': [`declaim clips delete ${ID}`],
  combine: ['declaim combine ID1 ID2 --pause 0.5 -o lesson.mp3'],
  'libraries list': ['declaim libraries list'],
  'libraries create': ['declaim libraries create names'],
  'libraries rename': ['declaim libraries rename names brands'],
  'libraries delete': ['declaim libraries delete brands'],
  'libraries show': ['declaim libraries show names'],
  'libraries add': [
    'declaim libraries add names Nguyen WIN --phonetic',
    'declaim libraries add names API "application interface"',
  ],
  'libraries remove': [`declaim libraries remove names ${ID}`],
  'libraries import': ['declaim libraries import names names.csv', 'declaim libraries import names lexicon.pls'],
  'libraries export': ['declaim libraries export names', 'declaim libraries export names -o names.pls'],
  'webhooks create': ['declaim webhooks create https://example.com/hook --events clip.failed'],
  'webhooks list': ['declaim webhooks list'],
  'webhooks enable': [`declaim webhooks enable ${ID}`],
  'webhooks disable': [`declaim webhooks disable ${ID}`],
  'webhooks rotate': [`declaim webhooks rotate ${ID}`],
  'webhooks delete': [`declaim webhooks delete ${ID}`],
  'webhooks test': [`declaim webhooks test ${ID}`],
  'webhooks deliveries': [`declaim webhooks deliveries ${ID}`],
  'webhooks replay': [`declaim webhooks replay ${ID} DELIVERY_ID`],
  mcp: ['declaim mcp --directory ~/Audio'],
  version: ['declaim version'],
  complete: ['source <(declaim complete bash)'],
}

/** Adds the examples to the help of each command. */
export function addExamples(command: Pick<Command, 'commands'>, path: readonly string[] = []): void {
  for (const inner of command.commands) {
    const names = [...path, inner.name()]
    addExamples(inner as Command, names)
    const examples = EXAMPLES[names.join(' ')]
    if (examples === undefined) continue
    const title = examples.length === 1 ? 'Example' : 'Examples'
    inner.addHelpText('after', `\n${title}:\n${examples.map((line) => `  ${line}`).join('\n')}`)
  }
}
