// The rights of course's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('course', rightsIn(new URL('./course.csv', import.meta.url)))
