import { stat } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { ClipInput, CombinationInput, Declaim, SpeechInput } from '../../../../client/src/declaim.ts'
import { downloadClip } from '../download-clip.ts'
import { createInput, formatOf } from '../speech-input.ts'
import { writeAudio } from '../write-audio.ts'
import { keepPronunciation, pronunciationLibraries } from './pronunciations.ts'
import { placeFile } from './tool-files.ts'

/** What the tools work with. */
export type ToolContext = {
  readonly declaim: Declaim
  /** The folder that audio is written into. If undefined, tools answer with audio and links instead of files. */
  readonly directory: string | undefined
}

const voice = z.string().optional().describe('Id or name of an avatar, from list_avatars; by default the first one')
const text = z
  .string()
  .min(1)
  .describe('The text, with or without markup such as ::toh-MAH-toh:: or <tempo value="0.8">')
const file = z
  .string()
  .min(1)
  .describe(
    'The file to write, inside the directory of this server; its extension sets the format: .mp3, .wav, .flac, .ogg',
  )

const folder = z
  .string()
  .min(1)
  .optional()
  .describe('Also writes each clip into this folder, inside the directory of this server')
const format = z.enum(['mp3', 'wav', 'flac', 'opus', 'aac']).optional().describe('by default mp3')

/** The services behind these tools are one Declaim, not the open world. */
const READS = { readOnlyHint: true, openWorldHint: false } as const
const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false } as const
/** What was there before is replaced; the same call again changes nothing. */
const REPLACES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false } as const

const avatarShape = z.object({
  id: z.number(),
  name: z.string(),
  style: z.string(),
  gender: z.string(),
  locale: z.string(),
  characteristics: z.array(z.string()),
})
const fileShape = { file: z.string().describe('Its path'), bytes: z.number() }
const clipShape = {
  id: z.string(),
  status: z.string().describe('COMPLETE, or FAILED with an error'),
  url: z.string().describe('Plays without a key'),
}
const clipResultShape = z.object({
  ...clipShape,
  file: z.string().optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
})

/** Registers all tools. A call that fails is answered with the message of its error. */
export function registerTools(server: McpServer, context: ToolContext): void {
  registerCatalogueTools(server, context)
  if (context.directory === undefined) registerLinkTools(server, context.declaim)
  else registerFileTools(server, context.declaim, context.directory)
  registerClipTools(server, context)
  registerPronunciationTools(server, context)
}

function registerCatalogueTools(server: McpServer, { declaim }: ToolContext): void {
  server.registerTool(
    'list_avatars',
    {
      title: 'List the avatars',
      description: 'Lists the voices that can speak, with their ids.',
      inputSchema: {
        gender: z.enum(['female', 'male']).optional(),
        locale: z.string().optional().describe('Such as en_US or en_GB'),
      },
      outputSchema: { avatars: z.array(avatarShape) },
      annotations: READS,
    },
    async ({ gender, locale }) => {
      const avatars = (await declaim.avatars()).filter(
        (avatar) => (gender ?? avatar.gender) === avatar.gender && (locale ?? avatar.locale) === avatar.locale,
      )
      return answer({
        avatars: avatars.map(({ id, name, style, ...rest }) => ({
          id,
          name,
          style,
          gender: rest.gender,
          locale: rest.locale,
          characteristics: rest.characteristics,
        })),
      })
    },
  )
  server.registerTool(
    'explain',
    {
      title: 'Explain how a text is said',
      description:
        'Says for each word how it is read and pronounced, and why. Use it to find words that are said wrong.',
      inputSchema: { text, voice },
      outputSchema: {
        avatar: z.looseObject({ id: z.number(), name: z.string(), style: z.string() }),
        spoken_text: z.string(),
        words: z.array(
          z.looseObject({ source: z.string(), spoken: z.array(z.string()), respelling: z.array(z.string()) }),
        ),
        pauses: z.array(z.looseObject({ after_word: z.number(), seconds: z.number() })),
        warnings: z.array(z.string()),
        duration_seconds: z.number(),
      },
      annotations: READS,
    },
    async (asked) => answer({ ...(await declaim.explain(await inputOf(declaim, asked))) }),
  )
}

function registerFileTools(server: McpServer, declaim: Declaim, directory: string): void {
  server.registerTool(
    'speak_to_file',
    {
      title: 'Speak a text to a file',
      description: 'Speaks a text and writes the audio to a file.',
      inputSchema: { text, file, voice, ssml: z.boolean().optional().describe('Whether the text is SSML') },
      outputSchema: fileShape,
      annotations: REPLACES,
    },
    async ({ ssml = false, ...asked }) => {
      const path = await placeFile(directory, asked.file)
      const { audio } = await declaim.stream(await inputOf(declaim, asked, asked.file), { ssml })
      await writeAudio(audio, path)
      return answer({ file: path, bytes: (await stat(path)).size })
    },
  )
  server.registerTool(
    'combine_clips',
    {
      title: 'Combine clips to one file',
      description: 'Joins clips of make_clips, in order, and writes the audio to a file.',
      inputSchema: {
        clip_ids: z.array(z.string()).min(1).max(100),
        file,
        pause_seconds: z.number().min(0).max(600).optional().describe('Between clips; 0 by default'),
      },
      outputSchema: fileShape,
      annotations: REPLACES,
    },
    async ({ clip_ids, file: name, pause_seconds = 0 }) => {
      const path = await placeFile(directory, name)
      const input = { clip_ids, pause_durations: pause_seconds, audio_configs: { file_format: formatOf(name) } }
      await writeAudio(await declaim.clips.combine(input as CombinationInput), path)
      return answer({ file: path, bytes: (await stat(path)).size })
    },
  )
}

/** The tools that answer audio and links in place of files. */
function registerLinkTools(server: McpServer, declaim: Declaim): void {
  server.registerTool(
    'speak',
    {
      title: 'Speak a text',
      description: 'Speaks a text and answers the audio. For long texts use make_clips, which answers links.',
      inputSchema: { text, voice, format, ssml: z.boolean().optional().describe('Whether the text is SSML') },
      annotations: READS,
    },
    async ({ ssml = false, format: fileFormat = 'mp3', ...asked }) => {
      const input = { ...(await inputOf(declaim, asked)), audio_configs: { file_format: fileFormat } }
      const { audio } = await declaim.stream(input as SpeechInput, { ssml })
      const data = Buffer.from(await new Response(audio).arrayBuffer()).toString('base64')
      return { content: [{ type: 'audio' as const, data, mimeType: MEDIA_TYPES[fileFormat] }] }
    },
  )
  server.registerTool(
    'combine_clips',
    {
      title: 'Combine clips to one clip',
      description: 'Joins clips of make_clips, in order, and answers the link of the result.',
      inputSchema: {
        clip_ids: z.array(z.string()).min(1).max(100),
        pause_seconds: z.number().min(0).max(600).optional().describe('Between clips; 0 by default'),
        format,
      },
      outputSchema: clipShape,
      annotations: ADDS,
    },
    async ({ clip_ids, pause_seconds = 0, format: fileFormat = 'mp3' }) => {
      const input = { clip_ids, pause_durations: pause_seconds, audio_configs: { file_format: fileFormat } }
      const { id, status, url } = await declaim.clips.waitFor(
        await declaim.clips.combineLater(input as CombinationInput),
      )
      return answer({ id, status, url })
    },
  )
}

const MEDIA_TYPES = { mp3: 'audio/mpeg', wav: 'audio/wav', flac: 'audio/flac', opus: 'audio/ogg', aac: 'audio/aac' }

function registerClipTools(server: McpServer, { declaim, directory }: ToolContext): void {
  server.registerTool(
    'make_clips',
    {
      title: 'Make clips',
      description:
        'Renders texts as stored clips and waits for them. Clips can be combined, and have links that work for a week.',
      inputSchema: {
        texts: z.array(text).min(1).max(100),
        voice,
        ...(directory !== undefined && { folder }),
      },
      outputSchema: { clips: z.array(clipResultShape) },
      annotations: directory === undefined ? ADDS : { ...ADDS, destructiveHint: true },
    },
    async ({
      texts,
      voice: name,
      folder,
    }: {
      texts: string[]
      voice?: string | undefined
      folder?: string | undefined
    }) => {
      const inputs = await Promise.all(texts.map((one) => inputOf(declaim, { text: one, voice: name })))
      const clips = await declaim.clips.bulk(inputs as readonly ClipInput[])
      const saved =
        folder === undefined || directory === undefined ? undefined : await placeFile(directory, `${folder}/clip`)
      const results = clips.map(async (clip, index) => {
        const { id, status, url } = clip
        if (status !== 'COMPLETE' || saved === undefined) return { id, status, url, error: clip.error }
        return { id, status, url, file: await downloadClip(clip, saved.slice(0, -'/clip'.length), String(index + 1)) }
      })
      return answer({ clips: await Promise.all(results) })
    },
  )
}

function registerPronunciationTools(server: McpServer, { declaim }: ToolContext): void {
  server.registerTool(
    'suggest_pronunciations',
    {
      title: 'Suggest pronunciations',
      description: 'Lists the ways a word can be said, as respellings, the usual one first.',
      inputSchema: {
        word: z.string().min(1).max(200),
        locale: z.string().optional().describe('Such as us, uk or en_GB'),
      },
      outputSchema: { respellings: z.array(z.string()) },
      annotations: READS,
    },
    async ({ word, locale }) =>
      answer({ respellings: await declaim.respellings(word, locale === undefined ? {} : { locale }) }),
  )
  server.registerTool(
    'fix_pronunciation',
    {
      title: 'Fix a pronunciation',
      description: 'Has a word said in another way from now on, in all texts that these tools speak.',
      inputSchema: {
        word: z.string().min(1).max(200).describe('The word or phrase as it is written'),
        respelling: z
          .string()
          .optional()
          .describe('How it sounds, with the stressed syllable in capitals, such as shuh-VAWN'),
        words: z.string().optional().describe('Words to say instead, such as "sequel" for SQL'),
      },
      outputSchema: { word: z.string(), say: z.string(), state: z.string() },
      annotations: REPLACES,
    },
    async ({ word, respelling, words }) => {
      const say = respelling ?? words
      if (say === undefined || (respelling !== undefined && words !== undefined))
        throw new Error('Cannot fix the pronunciation: expected either a respelling or words')
      const state = await keepPronunciation(declaim, { word, say, isRespelling: respelling !== undefined })
      return answer({ word, say, state })
    },
  )
}

type Asked = { readonly text: string; readonly voice?: string | undefined }

/** A request with the pronunciations that were fixed. */
async function inputOf(declaim: Declaim, { text, voice: name }: Asked, output?: string): Promise<SpeechInput> {
  const input = await createInput(declaim, text, { voice: name }, output)
  return { ...input, library_ids: (await pronunciationLibraries(declaim)) as string[] }
}

/** The result as programs read it, and the same as text. */
function answer(result: Readonly<Record<string, unknown>>) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(result, null, 2) }], structuredContent: result }
}
