// A longer text that a person marks.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { Html, Uploads } from '../shapes.ts'

export const EssayContent = Type.Object({
  format: oneOf('rich', 'plain', 'code'),
  /** A hint beside the field; nothing is refused. */
  words_least: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  words_most: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  files_most: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  /** The text that the field begins with. */
  template: Type.Optional(Html),
})
export const EssayKey = Type.Object({ guide: Type.Optional(Html) })
export const EssayAnswer = Type.Object({ text: Type.String({ maxLength: 1_000_000 }), upload_ids: Type.Optional(Uploads) })
