// The contract table of captions and chapters.
import { calls } from '../call-table.ts'
import { ById, Id } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** A tag of BCP 47, short: en, zh-CN, zh-Hant-TW. */
const Language = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$' })
/** Characters of a file of captions at most. */
const maxCharacters = 700_000

export const Caption = Type.Object({ language: Type.String(), cues: Type.Integer(), updated_at: Type.String() })
export type Caption = Static<typeof Caption>
export const CaptionList = Type.Object({ items: Type.Array(Caption), can_edit: Type.Boolean() })
export type CaptionList = Static<typeof CaptionList>

export const Chapter = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 120 }),
  second: Type.Number({ minimum: 0, maximum: 1_000_000 }),
})
export type Chapter = Static<typeof Chapter>

export const captionCalls = calls({
  'GET /api/uploads/:id/captions': {
    summary: 'The languages there are captions in, and whether I may change them',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    reply: CaptionList,
  },
  'PUT /api/uploads/:id/captions/:language': {
    summary: 'Captions of a language, WebVTT or SubRip; for who has uploaded the file',
    may: 'signedIn',
    at: 'upload',
    params: Type.Object({ id: Id, language: Language }),
    // a character of Thai or Chinese is three bytes
    bodyLimit: 3 * maxCharacters + 64 * 1024,
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: maxCharacters }) }),
    reply: Caption,
    errors: ['upload.notMedia', 'captions.tooManyLanguages'],
    example: { text: 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello' },
  },
  'DELETE /api/uploads/:id/captions/:language': {
    summary: 'Take captions away; for who has uploaded the file',
    may: 'signedIn',
    at: 'upload',
    params: Type.Object({ id: Id, language: Language }),
    reply: Type.Null(),
    status: 204,
  },
  'PUT /api/uploads/:id/chapters': {
    summary: 'All chapters of a film or sound, in order; for who has uploaded it and for teachers of courses that use it',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    body: Type.Object({ chapters: Type.Array(Chapter, { maxItems: 100 }) }),
    reply: Type.Object({ chapters: Type.Array(Chapter) }),
    errors: ['upload.notMedia'],
    example: { chapters: [{ title: 'What makes water heavy', second: 0 }] },
  },
})
