// A material: files to be read.
import type { Definition } from '../definition.ts'

export const material: Definition<'material'> = {
  defaults: {},
  criteria: ['read', 'read_pages', 'by_hand', 'none'],
  defaultCriterion: 'read',
  uploads: { least: 1, wrongNumber: 'activity.uploadMissing' },
  fields: [],
  example: { title: 'Reader', body: '<p>Chapters 1 to 3.</p>' },
}
