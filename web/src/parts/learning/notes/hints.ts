// Lines of notes: a file that was replaced moves them, a closed one takes the names of their activity away.
import { type HintLine, ofContent } from '../../../hint-lines.ts'

export default [{ on: ofContent, reads: [{ call: 'GET /api/notes' }] }] satisfies HintLine[]
