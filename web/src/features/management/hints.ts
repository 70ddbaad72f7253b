// Lines of the management's lists; its numbers are counted once in a while and are not read again.
import { type HintLine, ofCourse } from '../../hint-lines.ts'

export default [
  { on: ofCourse, reads: [{ call: 'GET /api/management/reviews', every: 5000 }] },
  {
    on: ['uploadChanged', 'uploadReady', 'uploadFailed', 'uploadDeleted'],
    reads: [{ call: 'GET /api/management/failed-uploads', every: 5000 }],
  },
] satisfies HintLine[]
