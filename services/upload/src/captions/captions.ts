// Captions and chapters of films and sounds.
import type { Actor } from '@lyceum/kit/actor'
import { conflict, forbidden, invalid, notFound } from '@lyceum/kit/errors'
import { isPlayed } from '../uploads/declare.ts'
import { isOwner, readable, seen, writable } from '../uploads/rights.ts'
import type { Db, Deps } from '../deps.ts'
import type { Caption, CaptionList, Chapter } from './api.ts'
import { readCaptions, writeVtt } from './vtt.ts'

const mostLanguages = 20

export const captionsOf = async (db: Db, upload: string): Promise<Caption[]> =>
  (
    await db.caption.findMany({
      where: { uploadId: upload },
      select: { language: true, cues: true, updatedAt: true },
      orderBy: { language: 'asc' },
    })
  ).map(({ language, cues, updatedAt }) => ({ language, cues, updated_at: updatedAt.toISOString() }))

export async function listCaptions({ db }: Deps, actor: Actor, id: string): Promise<CaptionList> {
  const row = await readable(db, actor, id)
  return { items: await captionsOf(db, id), can_edit: isOwner(actor, row) && isPlayed(row.type) }
}

/** Captions are changed by who has uploaded the file alone. */
async function mine(db: Db, actor: Actor, id: string) {
  const row = await writable(db, actor, id)
  if (!isOwner(actor, row)) throw forbidden()
  return row
}

/** 400 at the field text, with the line that could not be read. */
export async function putCaptions({ db, now }: Deps, actor: Actor, id: string, language: string, text: string): Promise<Caption> {
  const row = await mine(db, actor, id)
  if (!isPlayed(row.type)) throw conflict('upload.notMedia')
  const read = readCaptions(text)
  if ('wrong' in read) throw invalid({ text: [read.wrong, { line: read.line ?? 0 }] })
  const others = await db.caption.count({ where: { uploadId: id, language: { not: language } } })
  if (others >= mostLanguages) throw conflict('captions.tooManyLanguages', { limit: mostLanguages })
  const kept = { vtt: writeVtt(read.cues), cues: read.cues.length, updatedAt: now() }
  await db.caption.upsert({
    where: { uploadId_language: { uploadId: id, language } },
    create: { uploadId: id, language, ...kept },
    update: kept,
  })
  return { language, cues: kept.cues, updated_at: kept.updatedAt.toISOString() }
}

export async function removeCaptions({ db }: Deps, actor: Actor, id: string, language: string): Promise<null> {
  await mine(db, actor, id)
  await db.caption.deleteMany({ where: { uploadId: id, language } })
  return null
}

export const vttOf = async (db: Db, upload: string, language: string): Promise<string> => {
  const found = await db.caption.findUnique({ where: { uploadId_language: { uploadId: upload, language } } })
  if (!found) throw notFound('captions', language)
  return found.vtt
}

export const chaptersOf = (stored: unknown): Chapter[] => (Array.isArray(stored) ? (stored as Chapter[]) : [])

export async function putChapters({ db }: Deps, actor: Actor, id: string, given: Chapter[]): Promise<{ chapters: Chapter[] }> {
  const { row, whole } = await seen(db, actor, id)
  if (!whole) throw forbidden()
  if (!isPlayed(row.type)) throw conflict('upload.notMedia')
  const chapters = given
    .map(({ title, second }) => ({ title: title.trim(), second: Math.round(second) }))
    .sort((a, b) => a.second - b.second)
  if (chapters.some(({ title }) => title === '')) throw invalid({ chapters: 'field.required' })
  if (chapters.some(({ second }, at) => at > 0 && second === chapters[at - 1]!.second)) throw invalid({ chapters: 'chapters.sameSecond' })
  if (row.duration && chapters.some(({ second }) => second >= row.duration!)) throw invalid({ chapters: 'chapters.afterEnd' })
  await db.upload.update({ where: { id }, data: { chapters } })
  return { chapters }
}
