// The rights of the BFF's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('bff', rightsIn(new URL('./bff.csv', import.meta.url)))
