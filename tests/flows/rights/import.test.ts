// The rights of import's calls.
import { testRights } from './matrix.ts'
import { rightsIn } from './table.ts'

testRights('import', rightsIn(new URL('./import.csv', import.meta.url)))
