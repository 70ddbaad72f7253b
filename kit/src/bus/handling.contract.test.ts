// The contract suite of handlers, in memory and over Kafka: facts of a type at once, and quiet ones.
import { CourseChangedSchema, CourseCreatedSchema } from '@lyceum/proto/course'
import { type HandledFact, merge, on, onMany } from '../facts/consumer.ts'
import type { Tx } from '../database/database.ts'
import { emit, emitAll, fact } from '../facts/outbox.ts'
import { until } from '../test/wait.ts'
import { describe, expect, test } from 'vitest'
import { adapters, changed, note, org, servicesOver } from '../test/noted-facts.ts'

describe.each(adapters)('handlers over %s', (name) => {
  const start = servicesOver(name)

  test('facts of a type that follow one another are handled at once, in their order, and another type between them keeps its place', async () => {
    const { commit, consume } = await start()
    const said: string[] = []
    const reader = await consume(
      merge(
        {
          course: {
            courseChanged: onMany(CourseChangedSchema, async (_tx, facts) => {
              said.push(facts.map(({ data, fact }) => `${data.course!.name}${fact.version}${fact.mayNotify ? '!' : ''}`).join(' '))
            }),
            courseCreated: on(CourseCreatedSchema, async (_tx, { course }) => {
              said.push(`made ${course!.name}`)
            }),
          },
        },
        {
          course: {
            courseChanged: onMany(CourseChangedSchema, async (_tx, facts) => {
              said.push(`and ${facts.map(({ data }) => data.course!.name).join(' ')}`)
            }),
          },
        },
        {
          course: {
            courseChanged: on(CourseChangedSchema, async (tx, { course }, { key, version }) => {
              said.push(`then ${course!.name}`)
              await note(tx, key, course!.name, version)
            }),
          },
        },
      ),
    )
    await commit((tx) =>
      emitAll(tx, [
        changed('r-1', 'a', 1n),
        changed('r-2', 'b', 1n),
        changed('r-1', 'c', 2n),
        fact(CourseCreatedSchema, { key: 'course:r-3', org }, { course: { id: 'r-3', name: 'd' } }),
        changed('r-1', 'e', 3n),
      ]),
    )
    await until(async () => (await reader.seen()).length === 4)
    // over Kafka keys lie in partitions of their own
    if (name === 'memory')
      expect(said).toEqual(['a1! b1! c2!', 'and a b c', 'then a', 'then b', 'then c', 'made d', 'e3!', 'and e', 'then e'])
    expect(said.join(' ')).toMatch(/a1!.*c2!.*e3!/)
  })

  test('nobody is notified of a quiet fact, and facts that come of it are quiet', async () => {
    const { commit, consume } = await start()
    const facts: HandledFact[] = []
    const reader = await consume({
      course: {
        courseChanged: on(CourseChangedSchema, async (tx: Tx, { course }, given) => {
          facts.push(given)
          await emit(tx, CourseCreatedSchema, { key: given.key, org }, { course: { id: course!.id } })
        }),
      },
    })
    await commit(async (tx) => {
      await emit(tx, CourseChangedSchema, { key: 'course:quiet', org, quiet: true }, { course: { id: 'quiet' } })
      await emit(tx, CourseChangedSchema, { key: 'course:loud', org }, { course: { id: 'loud' } })
    })
    await until(() => facts.length === 2)
    const noted = facts.map(({ key, quiet, mayNotify }) => [key, quiet, mayNotify])
    expect(noted.toSorted()).toEqual([
      ['course:loud', undefined, true],
      ['course:quiet', true, false],
    ])
    const emitted = await until(async () => {
      const { rows } = await reader.pool.query<{ key: string; quiet: boolean | null }>('select key, quiet from kit.outbox order by key')
      return rows.length === 2 && rows
    })
    expect(emitted.map(({ key, quiet }) => [key, quiet])).toEqual([
      ['course:loud', null],
      ['course:quiet', true],
    ])
  })
})
