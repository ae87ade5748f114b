import type { Generated } from 'kysely'

/** The tables, as both SQLite and PostgreSQL hold them. Times are epoch milliseconds; booleans are 0 or 1; JSON is text. */
export type Schema = {
  accounts: {
    id: string
    name: string
    created_at: number
    plan: Generated<string>
    status: Generated<AccountStatus>
  }
  /** `limits` is JSON. */
  plans: { name: string; limits: string }
  api_keys: {
    id: string
    account_id: string
    name: string
    /** HMAC-SHA-256 of the key, in hex; of keys of earlier versions, SHA-256. The key itself is nowhere. */
    hash: string
    /** The last four characters, which distinguish keys in a list. */
    hint: string
    created_at: number
    revoked_at: Generated<number | null>
    /** Separated by spaces. Null: all but `admin`. */
    scopes: Generated<string | null>
    expires_at: Generated<number | null>
    /** IP addresses and CIDR ranges, separated by spaces. Null: any. */
    allowed_addresses: Generated<string | null>
    characters_per_month: Generated<number | null>
    last_used_at: Generated<number | null>
    /** The first of the keys that replaced one another; null: the key itself. */
    family: Generated<string | null>
  }
  character_usage: {
    account_id: string
    /** In UTC, such as `2026-03`. */
    month: string
    /** UTF-16 units of the texts that were accepted, markup included. */
    characters: number
  }
  usage_by_day: {
    account_id: string
    /** In UTC, like `2026-03-14`. */
    day: string
    /** The last part of the path, such as `stream`. */
    endpoint: string
    /** Empty in a session of the Studio. */
    key_id: string
    speaker_id: number
    requests: number
    characters: number
    audio_ms: Generated<number>
    cache_hits: Generated<number>
  }
  /** Processes that share the database. One that is not alive any more loses what it holds. */
  processes: { id: string; alive_until: number }
  /** Characters of texts under way, which `character_usage` has already. */
  held_characters: {
    process_id: string
    account_id: string
    month: string
    /** Empty in a session of the Studio that a sign-in link began. */
    key_id: string
    characters: number
  }
  replacement_libraries: {
    position: Generated<number>
    id: string
    account_id: string
    name: string
    created_at: number
    /** Rises with every change of the library's replacements. */
    revision: Generated<number>
  }
  replacements: {
    position: Generated<number>
    id: string
    library_id: string
    original: string
    replacement_text: string
    is_phonetic_respelling: number
    enabled: number
    created_at: number
  }
  clips: {
    /** Order of acceptance. */
    position: Generated<number>
    id: string
    account_id: string
    status: ClipStatus
    /** The ClipFormat, as JSON. */
    format: string
    error_code: string | null
    error_message: string | null
    created_at: number
    /** When a worker took it; null while it waits. */
    claimed_at: number | null
    /** How often a process ended while it was being rendered. */
    interruptions: number
    /** Workers take clips with lower turns first. */
    turn: Generated<number>
    finished_at: number | null
    /** The SpeechTiming of a COMPLETE clip, as JSON. Holds the caller's words. */
    timing: string | null
    /** The StoredAudio of a COMPLETE clip, as JSON; null if an earlier version rendered it. */
    audio: string | null
    /** `combination`: joined from other clips; `paragraph`: speech of an export, which the API of clips does not show. */
    kind: Generated<'speech' | 'combination' | 'paragraph'>
    /** Of a paragraph: the hash of its plan and of the version of its voice. Null for other clips. */
    content_key: Generated<string | null>
    /** Of a paragraph: when an export last used it. */
    used_at: Generated<number | null>
    /** From its creator. */
    label: string | null
    /** From its creator: a JSON object. */
    metadata: string | null
    /** UTF-16 units of the text, markup included; null for a combination or if an earlier version accepted it. */
    characters: number | null
    /** What of the text is clamped, dropped or skipped: a JSON array; null if nothing is, or an earlier version accepted it. */
    warnings: Generated<string | null>
    /** Engine calls that the clip takes, and those that are done; null if an earlier version accepted it. */
    segments: number | null
    segments_done: number | null
    /** Length of a COMPLETE clip. */
    audio_ms: number | null
    /** The ClipCharge, as JSON; null if the clip is free, or an earlier version accepted it. */
    charge: Generated<string | null>
    /** Of the bulk request that created the clip. */
    bulk_id: string | null
    /** Of its audio, plan and timing; as many as are expected until it has ended. */
    bytes: Generated<number>
    /** Of the request that it came with, in the form of W3C Trace Context; null if that was not traced. */
    traceparent: Generated<string | null>
  }
  /** The sum of the bytes of an account's clips and exports. */
  account_storage: { account_id: string; bytes: number }
  exports: {
    /** Order of acceptance. */
    position: Generated<number>
    id: string
    account_id: string
    status: ExportStatus
    title: string
    /** The caller's own name for the script. */
    script_id: string | null
    /** The ExportRecipe, as JSON. */
    recipe: string
    paragraphs: number
    /** Paragraphs that were rendered for it, and the UTF-16 units that they were charged with. */
    rendered: number
    characters: number
    /** Share of the files that is written, in thousandths. */
    assembled: Generated<number>
    created_at: number
    finished_at: Generated<number | null>
    /** Until when a worker writes the files; a worker that died loses it then. */
    lease_until: Generated<number>
    /** How often a worker began to write the files. */
    attempts: Generated<number>
    error_code: Generated<string | null>
    error_message: Generated<string | null>
    /** The ExportFile of a COMPLETE export, as JSON. */
    file: Generated<string | null>
    audio_ms: Generated<number | null>
    /** Of its file, as many as are expected until it has ended, and of its recipe. */
    bytes: number
  }
  /** The clips that an export is made of, each once. */
  export_paragraphs: { export_id: string; clip_id: string }
  projects: {
    /** Order of creation; names the project in other tables. */
    position: Generated<number>
    account_id: string
    /** Unique in the account, because the browser that made it may have chosen it. */
    id: string
    name: string
    /** Empty: in none. */
    folder: Generated<string>
    created_at: number
    updated_at: number
    archived_at: Generated<number | null>
    trashed_at: Generated<number | null>
    /** Rises with every change of the script. */
    revision: Generated<number>
    /** When the last version was made, or else the project; and of which revision it is. */
    version_at: number
    version_revision: Generated<number>
    paragraphs: Generated<number>
    /** UTF-16 units. */
    characters: Generated<number>
    /** The shared document as of `state_revision`: an update of Yjs, in base64. Later updates are rows of `project_updates`. */
    state: string
    state_revision: Generated<number>
    /** Of its state, updates and versions. */
    bytes: Generated<number>
  }
  /** `data` is an update of Yjs, in base64. */
  project_updates: { project: number; revision: number; data: string }
  project_versions: {
    position: Generated<number>
    project: number
    id: string
    name: string | null
    kind: VersionKind
    created_at: number
    paragraphs: number
    characters: number
    /** The Script, as JSON. */
    script: string
    /** Of the script. */
    bytes: number
  }
  combined_audio: {
    account_id: string
    /** In UTC, like `2026-03-14`. */
    day: string
    audio_ms: number
  }
  clip_plans: {
    clip_id: string
    /** The SynthesisPlan, as JSON. Holds the caller's text. */
    plan: string
  }
  clip_parts: {
    clip_id: string
    first_segment: number
    segments: number
    engine_version: string
    sample_rate: number
    samples: number
    /** `[word, startSample, endSample]` for each, as JSON. */
    words: string
    crc32: number
  }
  events: {
    position: Generated<number>
    account_id: string
    type: EventType
    /** The id of a clip, or of a bulk request. */
    subject: string
    created_at: number
  }
  idempotency_keys: {
    account_id: string
    key: string
    /** SHA-256 of method, path and body. */
    request_hash: string
    /** The answer's body, as JSON. */
    response: string
    created_at: number
  }
  webhook_endpoints: {
    position: Generated<number>
    id: string
    account_id: string
    url: string
    /** Separated by spaces. Null: all. */
    event_types: string | null
    /** As the endpoint's owner got it: it signs every message, so it cannot be a hash. */
    secret: string
    previous_secret: string | null
    previous_secret_until: number | null
    created_at: number
    disabled_at: number | null
    failing_since: number | null
  }
  webhook_deliveries: {
    position: Generated<number>
    id: string
    endpoint_id: string
    type: string
    /** Of the event. */
    subject: string
    event_at: number
    payload: string | null
    status: Generated<DeliveryStatus>
    /** When the next attempt is due; of a claimed delivery, when its claim lapses. */
    due_at: Generated<number>
    claimed: Generated<number>
    first_at: number | null
    /** The DeliveryAttempts, as JSON. */
    attempts: Generated<string>
  }
  /** Work that one process at a time does. */
  leases: { name: string; held_until: number }
  secrets: { name: string; value: string }
  /** The migrations that have run. */
  kysely_migration: { name: string; timestamp: string }
  /** `hash` is the SHA-256 of the code, in hex. */
  /** `member_id` is null for the operator's links. */
  sign_in_codes: { hash: string; account_id: string; expires_at: number; member_id: Generated<string | null> }
  /** `hash` is the SHA-256 of the token, in hex. */
  sessions: {
    hash: string
    account_id: string
    expires_at: number
    /** The key that the session was made with; null if it was made with a sign-in link. */
    key_id: Generated<string | null>
    /** Null if an earlier version began the session. */
    created_at: Generated<number | null>
    address: Generated<string | null>
    /** What the browser calls itself. */
    browser: Generated<string | null>
    /** The member that is signed in; null if it was made with a key or the operator's link. */
    member_id: Generated<string | null>
  }
  passkeys: {
    /** The id of the credential, in base64url. */
    id: string
    account_id: string
    member_id: string
    name: string
    /** COSE, in base64url. */
    public_key: string
    counter: number
    /** Separated by commas. */
    transports: string
    created_at: number
    last_used_at: number | null
  }
  /** Accounts of an identity provider that members have signed in with. */
  member_identities: { issuer: string; subject: string; account_id: string; member_id: string; created_at: number }
  /** `hash` is the SHA-256 of the state, and `browser_hash` that of the secret in the browser's cookie, in hex. */
  oidc_sign_ins: { hash: string; browser_hash: string; nonce: string; code_verifier: string; expires_at: number }
  /** `hash` is the SHA-256 of the challenge, in hex; `member_id` is null for a sign-in. */
  passkey_challenges: { hash: string; member_id: string | null; expires_at: number }
  members: {
    /** Begins with `mem_`. */
    id: string
    account_id: string
    name: string
    role: string
    characters_per_month: number | null
    created_at: number
    /** In lower case. */
    email: Generated<string | null>
    /** When a session began last; null before the first one. */
    signed_in_at: number | null
    removed_at: number | null
  }
  /** `allow` and `deny` are JSON. */
  account_terms: { account_id: string; allow: string; deny: string }
  /** Rows are only inserted; triggers refuse anything else. */
  audit_log: {
    position: Generated<number>
    time: number
    /** `key`, `session`, `operator` or `unknown`. */
    actor: string
    actor_account_id: string | null
    actor_key_id: string | null
    actor_member_id: Generated<string | null>
    /** The system user at the command line. */
    actor_name: string | null
    address: string | null
    action: string
    /** The account that was changed. */
    account_id: string | null
    target: string | null
    /** JSON without secrets and texts. */
    details: string
  }
}

/** Made by somebody, by time, when an export began, or before another version was restored. */
export type VersionKind = 'named' | 'automatic' | 'export' | 'restore'
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'
export type EventType = 'clip.completed' | 'clip.failed' | 'bulk.completed' | 'combination.completed'
/** A deleted account keeps its row, to which usage refers. */
export type AccountStatus = 'active' | 'suspended' | 'deleted'

export type ClipStatus = 'PROCESSING' | 'FAILED' | 'COMPLETE'
export type ExportStatus = ClipStatus | 'CANCELED'
