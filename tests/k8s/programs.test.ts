// Tests of the chart's agreement with the image of transcoding about the programs in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { objects, pods } from './objects.ts'
import { root } from './render.ts'

test('upload knows the programs that the image of transcoding brings: it queues what they convert', () => {
  const [, programs = ''] = /^FROM \S+ AS programs$([\s\S]*?)^FROM /m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')) ?? []
  const brought = [...programs.matchAll(/(LYCEUM_\w+)=(\S+)/g)].map(([, name, value]) => ({ name, value }))
  expect(brought.map(({ name }) => name)).toContain('LYCEUM_OFFICE')
  for (const values of ['helm/lyceum/values/small.yaml', 'helm/lyceum/values/large.yaml', 'tests/k8s/bring-your-own.yaml']) {
    const upload = pods(objects([values])).find(({ owner }) => owner.metadata.name.endsWith('-upload'))
    expect(upload!.spec.containers[0]!.env).toEqual(expect.arrayContaining(brought))
  }
})
