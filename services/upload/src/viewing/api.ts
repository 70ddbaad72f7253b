// The contract table of views: files as the page shows them.
import { encodings } from '@lyceum/kit/text/encodings'
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Chapter } from '../captions/api.ts'
import { VideoLink } from '../rows/link-api.ts'
import { DrawnFormat, GrantQuery, UploadStatus, UploadType, viewKinds } from '../rows/shapes.ts'

/** The data of a viewer. Paths are on the bytes origin. */
export const View = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: UploadType,
  size: Type.Integer(),
  /** Of a file whose author is not named: stripped where it is shown without its properties; kept: they cannot be removed, so that it is not shown. */
  properties: nullable(oneOf('stripped', 'kept')),
  status: UploadStatus,
  reason: nullable(Type.String()),
  /** Null of a file that is shown under an alias. */
  created_at: nullable(Type.String()),
  kind: oneOf(...viewKinds),
  /** The right to the file itself. */
  download: Type.Boolean(),
  /** Whether others than its owner and teachers have it. */
  allow_download: Type.Boolean(),
  /** Uploaded by the actor. */
  mine: Type.Boolean(),
  grant: Type.String(),
  expires_at: Type.String(),
  urls: Type.Object({
    file: nullable(
      Type.String({
        description:
          'without download: a PDF or a drawn file in pieces of at most 1 MiB, or an image; a picture that browsers do not draw as the JPEG made of it',
      }),
    ),
    hls: nullable(Type.String()),
    preview: nullable(Type.String({ description: 'the PDF an office file is shown as' })),
  }),
  /** Of an office file, and of a picture that is converted before browsers draw it. none: there is no converter. */
  preview: nullable(Type.Object({ status: oneOf('none', 'queued', 'running', 'ready', 'failed'), reason: nullable(Type.String()) })),
  /** The format of an office file without a PDF that the page draws from the file itself. */
  drawn: nullable(DrawnFormat),
  /** Of a link. */
  link: nullable(VideoLink),
  pages: nullable(Type.Integer()),
  duration: nullable(Type.Number()),
  captions: Type.Array(Type.Object({ language: Type.String(), url: Type.String() })),
  chapters: Type.Array(Chapter),
})
export type View = Static<typeof View>

export const viewCalls = calls({
  'GET /api/courses/:id/cover': {
    summary: 'The cover of a course: leads to the picture, 204 without one',
    may: 'viewCourse',
    at: 'course',
    anonymous: true,
    params: ById,
    scope: 'query',
    query: Type.Object({
      scope: Type.Optional(Id),
      v: Type.Optional(Type.String({ maxLength: 40, description: 'the id of the upload: another address for another picture' })),
    }),
    reply: Type.Null(),
    status: 302,
    mayBeEmpty: true,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/uploads/:id/view': {
    summary:
      'How a file is shown: what it is, its addresses, captions, chapters. For its owner, teachers that use it, and whoever has a grant',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: View,
    errors: ['grant.ended'],
  },
  'GET /api/uploads/:id/text': {
    summary: 'A text file as text, at most its first MiB; encoding is found out unless it is named',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: Type.Interface([GrantQuery], { encoding: Type.Optional(oneOf(...encodings)) }),
    reply: Type.Object({ text: Type.String(), encoding: oneOf(...encodings), truncated: Type.Boolean() }),
    errors: ['grant.ended', 'upload.noText', 'upload.notReady'],
  },
  'GET /api/uploads/audio/:id': {
    summary: 'Where a sound is played from',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: Type.Object({ url: Type.String(), duration: nullable(Type.Number()), expires_at: Type.String() }),
    errors: ['grant.ended', 'upload.notAudio', 'upload.notReady'],
  },
  'GET /api/uploads/reference/document/:id/pdf-info-for-stat': {
    summary:
      'Pages and key of a PDF, or of what an office file is shown as; num_pages is null until they are counted, and where they cannot be (encrypted, broken, too costly)',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: Type.Object({ num_pages: nullable(Type.Integer()), file_key: Type.String() }),
    errors: ['grant.ended', 'upload.notPdf', 'upload.notReady'],
  },
  'GET /api/uploads/:id/preview/:provider': {
    summary: 'A preview by another provider. None is connected: 409 preview.providerNotSet; office files are shown by GET …/view',
    may: 'readFile',
    anonymous: true,
    query: GrantQuery,
    params: Type.Object({ id: Id, provider: oneOf('aliyun', 'wps', 'private-wps', 'yz') }),
    reply: Type.Object({ url: Type.String() }),
    errors: ['grant.ended', 'preview.providerNotSet'],
  },
  'GET /api/uploads/:id/rms-preview': {
    summary: 'A preview by a resource management system. None is connected: 409 preview.providerNotSet',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: Type.Object({ url: Type.String() }),
    errors: ['grant.ended', 'preview.providerNotSet'],
  },
  'GET /api/uploads/:id/rms-video-urls': {
    summary: 'Addresses of a film in a resource management system. None is connected: 409 preview.providerNotSet',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: GrantQuery,
    reply: Type.Object({ urls: Type.Array(Type.String()) }),
    errors: ['grant.ended', 'preview.providerNotSet'],
  },
})
