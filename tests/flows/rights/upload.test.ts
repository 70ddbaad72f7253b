// The rights of upload's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('upload', rightsIn(new URL('./upload.csv', import.meta.url)))
