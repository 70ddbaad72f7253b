// The captions and chapters of videos and audio.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { isPlayed } from '../uploads/declare.ts'
import { isOwner, requireReadable, readAccess, lockWritable } from '../uploads/rights.ts'
import type { Db, Deps } from '../deps.ts'
import type { Caption, CaptionList, Chapter } from './api.ts'
import { readCaptions, writeVtt } from './vtt.ts'

const maxLanguages = 20

export const captionsOf = async (db: Db, upload: string): Promise<Caption[]> =>
  (
    await db.caption.findMany({
      where: { uploadId: upload },
      select: { language: true, cues: true, updatedAt: true },
      orderBy: { language: 'asc' },
    })
  ).map(({ language, cues, updatedAt }) => ({ language, cues, updated_at: updatedAt.toISOString() }))

export async function listCaptions({ db }: Deps, actor: Actor, id: string): Promise<CaptionList> {
  const row = await requireReadable(db, actor, id)
  return { items: await captionsOf(db, id), can_edit: isOwner(actor, row) && isPlayed(row.type) }
}

/** Locks the row for a change of captions: only the owner of the file may. 403. */
async function lockOwn(db: Db, actor: Actor, id: string) {
  const row = await lockWritable(db, actor, id)
  if (!isOwner(actor, row)) throw forbidden()
  return row
}

/** Stores captions of a language. 400 at the field text, with the invalid line; 409 upload.notMedia, captions.tooManyLanguages. */
export async function putCaptions({ db, now }: Deps, actor: Actor, id: string, language: string, text: string): Promise<Caption> {
  const row = await lockOwn(db, actor, id)
  if (!isPlayed(row.type)) throw conflict('upload.notMedia')
  const captions = readCaptions(text)
  if ('wrong' in captions) throw invalid({ text: [captions.wrong, { line: captions.line ?? 0 }] })
  const others = await db.caption.count({ where: { uploadId: id, language: { not: language } } })
  if (others >= maxLanguages) throw conflict('captions.tooManyLanguages', { limit: maxLanguages })
  const data = { vtt: writeVtt(captions.cues), cues: captions.cues.length, updatedAt: now() }
  await db.caption.upsert({
    where: { uploadId_language: { uploadId: id, language } },
    create: { uploadId: id, language, ...data },
    update: data,
  })
  return { language, cues: data.cues, updated_at: data.updatedAt.toISOString() }
}

export async function removeCaptions({ db }: Deps, actor: Actor, id: string, language: string): Promise<null> {
  await lockOwn(db, actor, id)
  await db.caption.deleteMany({ where: { uploadId: id, language } })
  return null
}

export const readVtt = async (db: Db, upload: string, language: string): Promise<string> => {
  const caption = await db.caption.findUnique({ where: { uploadId_language: { uploadId: upload, language } } })
  if (!caption) throw notFound('captions', language)
  return caption.vtt
}

export const chaptersOf = (stored: unknown): Chapter[] => (Array.isArray(stored) ? (stored as Chapter[]) : [])

export async function putChapters({ db }: Deps, actor: Actor, id: string, draft: Chapter[]): Promise<{ chapters: Chapter[] }> {
  const { row, wholeFile } = await readAccess(db, actor, id)
  if (!wholeFile) throw forbidden()
  if (!isPlayed(row.type)) throw conflict('upload.notMedia')
  const chapters = draft
    .map(({ title, second }) => ({ title: title.trim(), second: Math.round(second) }))
    .sort((a, b) => a.second - b.second)
  if (chapters.some(({ title }) => title === '')) throw invalid({ chapters: 'field.required' })
  if (chapters.some(({ second }, index) => index > 0 && second === chapters[index - 1]!.second))
    throw invalid({ chapters: 'chapters.sameSecond' })
  if (row.duration && chapters.some(({ second }) => second >= row.duration!)) throw invalid({ chapters: 'chapters.afterEnd' })
  await db.upload.update({ where: { id }, data: { chapters } })
  return { chapters }
}
