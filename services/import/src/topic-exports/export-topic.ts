// Exports of topics: the job reads the posts by the calls of its person, so that all they do not see stays out, and leaves a file among their files.
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { type CallsOfPeople, callsOf, delegatedTask, refusalFor, rightsEnded } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import { sendFile } from '../question-imports/send-file.ts'
import type { TopicExport } from './api.ts'
import { writePdf } from '../pdf/write-pdf.ts'
import { topicBlocks } from './topic-blocks.ts'
import { type Pictures, topicPage, topicTexts } from './topic-page.ts'

/** Posts of one read, and bytes of pictures in one file. */
const limits = { posts: 50, pictures: 25 * 1024 ** 2 }

/** 403, 404 and 409 as GET /api/topics/:id answers them. */
export async function checkTopic(deps: Deps, { org }: Actor, token: string, topic: string): Promise<void> {
  await callsOf(deps, { token, org })('GET /api/topics/:id', { params: { id: topic } }).catch((error: unknown) => {
    throw refusalFor(error)
  })
}

export async function startTopicExport(deps: Deps, actor: Actor, token: string, topic: string, wanted: TopicExport) {
  const payload = { token, org: actor.org, person: actor.person, topic, wanted }
  return await startExportTask(deps, actor, {
    kind: 'topic',
    token,
    request: { kind: 'exportTopic', payload, subject: `topic:${topic}` },
  })
}

export const exportTopic = delegatedTask<Jobs['exportTopic']>(async ({ job: { payload }, attempt, deps, progress, signal }) => {
  const { org, wanted } = payload
  const call = callsOf(deps, payload, signal)
  const params = { id: payload.topic }
  const topic = await call('GET /api/topics/:id', { params }).catch(endAtRefusal)
  const { rows } = await call('GET /api/topics/:id/outline', { params }).catch(endAtRefusal)
  const numbers = rows.map(([n]) => n!)
  const pictures = picturesOf(deps, signal)
  let posts = 0
  async function* pages() {
    for (let from = 0; from < numbers.length; from += limits.posts) {
      const some = numbers.slice(from, from + limits.posts)
      const page = await call('GET /api/topics/:id/posts', { params, query: { numbers: some.join(',') } }).catch(endAtRefusal)
      yield { items: page.items, pictures: await pictures(page) }
      posts += page.items.length
      await progress(Math.min(1, (from + some.length) / numbers.length), 'posts')
    }
  }
  const identity: Client<typeof identityContracts> = delegatedClient(deps.door, { ...payload, signal })
  const { orgs } = await identity('GET /api/org', {}).catch(endAtRefusal)
  const zone = orgs.find(({ id }) => id === org)?.time_zone ?? 'UTC'
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-topic-'))
  try {
    const path = join(folder, 'topic')
    const { lang, t } = topicTexts(wanted.lang)
    const shown = { lang, t, zone, at: deps.now() }
    if (wanted.format === 'pdf') await writePdf({ path, title: topic.title, lang }, topicBlocks(topic, pages(), shown), signal)
    else await pipeline(Readable.from(topicPage(topic, pages(), shown), { objectMode: false }), createWriteStream(path), { signal })
    const name = `${topic.title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_') || t('topic')}.${wanted.format}`
    const sending = { deps, call, task: payload.task, place: null, signal }
    // an attempt that is made again has other bytes
    const upload = await sendFile(sending, `topic:${attempt}`, { name, bytes: await openAsBlob(path) })
    if (!upload) throw new Error('the file was refused by the store')
    return { upload, name, posts }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

type PostsPage = Awaited<ReturnType<typeof readPage>>
const readPage = (call: CallsOfPeople, id: string) => call('GET /api/topics/:id/posts', { params: { id }, query: {} })

/** The pictures of a page of posts as addresses that hold their bytes, until those of the file are too many; the others stay by name. */
function picturesOf({ config }: Pick<Deps, 'config'>, signal: AbortSignal) {
  let room = limits.pictures
  return async ({ files }: Pick<PostsPage, 'files'>): Promise<Pictures> => {
    const found: Pictures = new Map()
    for (const { upload_id, type, name, size, url } of files) {
      if (type !== 'image' || size > room) continue
      const answer = await fetch(new URL(url, config.bytesUrl), { signal })
      const mime = answer.headers.get('content-type') ?? ''
      if (!answer.ok || !/^image\/(png|jpeg|gif|webp|avif)$/.test(mime)) continue
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (bytes.length > room) continue
      room -= bytes.length
      found.set(upload_id, { name, mime, bytes })
    }
    return found
  }
}

/** 401 and 403 end the work: whose rights were taken away in the middle may not go on. */
function endAtRefusal(error: unknown): never {
  throw rightsEnded(error, 'export.rightsChanged') ?? error
}
