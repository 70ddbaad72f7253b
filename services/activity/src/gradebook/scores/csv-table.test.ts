// Lines of a table name students by user number in any case and width, or by address; a number of two students is named with its line.
import { expect, test } from 'vitest'
import { readTable, type Student } from './csv-table.ts'
import type { StoredItem } from './book.ts'

const student = (id: string, user_no: string): Student => ({ id, name: `Name ${id}`, user_no, email: `${id}@example.edu` })
const items = [{ id: 'i', no: 1, title: 'Oral', points: '10' } as unknown as StoredItem]
const read = (lines: string, students: Student[]) => {
  const { cells, errors } = readTable(`number,Oral\n${lines}`, students, items)
  return [cells.map(({ line, person }) => [line, person.id]), errors.map(({ line, code, params }) => [line, code, params])]
}

test('a student by their number in another case, width and with blanks, or by address', () => {
  const students = [student('a', 'B7'), student('b', 'b8'), student('c', 'C9')]
  expect(read('b7,1\n Ｂ８ ,2\nC@Example.EDU,3\n', students)).toEqual([
    [
      [2, 'a'],
      [3, 'b'],
      [4, 'c'],
    ],
    [],
  ])
})

test('a number of two students is an error with its line and both names, never the score of the last; spelled as one’s it is theirs', () => {
  const students = [student('a', 'Bx7'), student('b', 'bX7')]
  expect(read('BX7,1\nBx7,2\nbX7,3', students)).toEqual([
    [
      [3, 'a'],
      [4, 'b'],
    ],
    [[2, 'scoreImport.ambiguousPerson', { people: 'Name a, Name b' }]],
  ])
})
