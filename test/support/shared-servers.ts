import { inject } from 'vitest'
import { createBucket, type S3Server } from './s3-server.ts'

/** Creates an empty database on the PostgreSQL server of this run, and returns its URL. Tests that crash the server start their own. */
export function createSharedDatabase(): Promise<string> {
  return ask<string>('/database')
}

/** The S3 server of this run. Each test file makes buckets of its own. */
export async function shareS3(): Promise<Omit<S3Server, 'close'>> {
  const { endpoint, environment } = await ask<Pick<S3Server, 'endpoint' | 'environment'>>('/s3')
  return { endpoint, environment, createBucket: (name) => createBucket(endpoint, name) }
}

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(inject('sharedServers') + path)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Answer
}
