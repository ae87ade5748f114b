/** The navigation: sections of pages, each by its name on the site. */
export const SECTIONS = [
  {
    title: 'Guide',
    pages: [
      ['', 'Five-minute start'],
      ['concepts', 'Concepts'],
      ['markup', 'Markup'],
      ['pronunciation', 'Pronunciation'],
      ['captions', 'Timing and captions'],
      ['mouths', 'Mouths that move'],
      ['formats', 'Formats'],
      ['streaming', 'Streaming and voice agents'],
      ['studio', 'The Studio'],
      ['moving', 'Moving from a hosted service'],
      ['comparison', 'Comparison'],
      ['faq', 'Questions'],
    ],
  },
  {
    title: 'Operation',
    pages: [
      ['operations', 'Operations and settings'],
      ['scaling', 'Scaling'],
      ['security', 'Security'],
      ['privacy', 'Privacy'],
      ['accounts', 'Accounts and plans'],
      ['reliability', 'Reliability'],
      ['support', 'Support and versions'],
      ['benchmarks', 'Benchmarks'],
    ],
  },
  {
    title: 'Extension',
    pages: [
      ['adding-a-voice', 'Adding a voice'],
      ['downloaded-voices', 'Voices that you download'],
      ['own-voice', 'Making your own voice'],
      ['adding-an-engine', 'Adding an engine'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['api', 'API'],
      ['command-line', 'Command line'],
      ['client', 'TypeScript client'],
      ['doors', 'APIs of other tools'],
      ['webhooks', 'Webhooks and events'],
      ['voices', 'Voices'],
      ['audio', 'Audio'],
      ['text', 'How text is read'],
      ['text-pronunciation', 'How words get their sounds'],
      ['intonation', 'Intonation'],
      ['phrasing', 'Phrasing'],
      ['engines', 'Engines'],
      ['glossary', 'Glossary'],
    ],
  },
  {
    title: 'The project',
    pages: [
      ['architecture', 'Architecture'],
      ['contributing', 'Contributing'],
      ['dependencies', 'Dependencies'],
      ['changelog', 'Changelog'],
    ],
  },
]
