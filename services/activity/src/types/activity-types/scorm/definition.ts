// A package of lessons made elsewhere (SCORM): it runs in a frame of its own origin and reports how far the learner is, and with what score.
import type { Definition } from '../definition.ts'

export const scorm: Definition<'scorm'> = {
  defaults: { attempts: { most: null, new: 'completed' }, score: 'best', window: 'frame', resume: 'ask' },
  criteria: ['submitted', 'passed', 'scored', 'read', 'by_hand', 'none'],
  defaultCriterion: 'submitted',
  uploads: { least: 1, most: 1, types: ['scorm'], wrongNumber: 'activity.onePackage', wrongType: 'activity.notPackage' },
  packaged: true,
  fields: ['points', 'release'],
  example: {
    title: 'Safety in the laboratory',
    points: '10',
    settings: { attempts: { most: 3, new: 'completed' }, score: 'average', window: 'own' },
  },
}
