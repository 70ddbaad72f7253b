// The rights of statistics's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('statistics', rightsIn(new URL('./statistics.csv', import.meta.url)))
