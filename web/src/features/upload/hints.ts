// Lines of files.
import { type HintLine, ofUploads } from '../../hint-lines.ts'

export default [
  { on: ofUploads, reads: [{ call: 'GET /api/uploads/:id', by: 'id' }, { call: 'GET /api/uploads' }] },
  {
    on: ofUploads.filter((subject) => subject !== 'renditionsChanged'),
    reads: [{ call: 'GET /api/user/storage-used' }],
  },
] satisfies HintLine[]
