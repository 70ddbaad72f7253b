// Tests of the errors of a database.
import { expect, test } from 'vitest'
import { isDatabaseDown } from './database.ts'

const raw = (code: string, message: string) => ({
  code: 'P2010',
  message: `\nInvalid \`prisma.$queryRawUnsafe()\` invocation:\n\n\nRaw query failed. Code: \`${code}\`. Message: \`${message}\``,
})

test.each([
  [{ code: '57P01', message: 'terminating connection due to administrator command' }],
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.96.0.7:5432' }],
  [{ message: 'timeout exceeded when trying to connect' }],
  [raw('57P01', 'terminating connection due to administrator command')],
  [raw('57P03', 'the database system is shutting down')],
  [{ message: 'ConnectionClosed', cause: { kind: 'ConnectionClosed' } }],
  [{ message: 'Client has encountered a connection error and is not queryable' }],
  [{ message: 'terminating connection', cause: { kind: 'postgres', originalCode: '57P02' } }],
  [raw('N/A', 'Server has closed the connection.')],
])('%j is a database that is away: a caller may come again', (error) => expect(isDatabaseDown(error)).toBe(true))

test.each([
  [raw('23505', 'duplicate key value violates unique constraint')],
  [raw('22001', 'value too long')],
  [{ message: 'no such thing' }],
  [undefined],
])('%j is not', (error) => expect(isDatabaseDown(error)).toBe(false))
