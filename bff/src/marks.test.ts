// The marks of a session, kept by several processes.
import { newId } from '@lyceum/kit/ids'
import { writeMarks } from '@lyceum/kit/facts/marks'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { expect, test } from 'vitest'
import { markKeeper } from './marks.ts'

test('marks of writes that two processes answer at the same moment are all sent with the next call', async () => {
  const kv = memoryKv()
  const processes = [markKeeper(kv), markKeeper(kv)]
  const marks = processes.map(() =>
    writeMarks([{ topic: 'lyceum.course.v1', id: newId(), key: `course:${newId()}`, type: 'lyceum.course.v1.CourseChanged' }]),
  )
  await Promise.all(processes.map((one, nth) => one.keep('s', marks[nth]!)))
  for (const one of processes) expect((await one.of('s')).split(',').toSorted()).toEqual(marks.toSorted())
  for (const one of processes) one.close()
  await kv.close()
})
