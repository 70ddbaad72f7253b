// A page: a text to be read, with pictures in it and files beside it.
import type { Definition } from '../definition.ts'

export const page: Definition<'page'> = {
  defaults: {},
  criteria: ['read', 'by_hand', 'none'],
  defaultCriterion: 'read',
  uploads: { least: 0 },
  pictures: true,
  fields: [],
  example: { title: 'Field notes', body: '<p>Salt marshes, in three visits.</p>' },
}
