// The chart's settings for operators: the place of backups, and the target of traces.
import { expect, test } from 'vitest'
import { named, objects, pods } from './objects.ts'

const own = 'tests/k8s/bring-your-own.yaml'

test('the pod for orders has a claim at /backup, where one is named', () => {
  const admin = (values: (string | object)[]) => pods([named(objects(values), 'Deployment', 'school-lyceum-admin')])[0]!.spec
  const { containers, volumes, securityContext } = admin([own])
  expect(containers[0]?.volumeMounts).toContainEqual({ name: 'backup', mountPath: '/backup' })
  expect(volumes).toContainEqual({ name: 'backup', persistentVolumeClaim: { claimName: 'lyceum-backup' } })
  expect(securityContext).toMatchObject({ fsGroup: 10001 })
  expect(JSON.stringify(admin([own, { admin: { volume: '' } }]))).not.toContain('backup')
})

test('traces: every part of the system is told the receiver and may reach its port; without one, none', () => {
  const services = ['bff', 'course', 'transcode']
  const edge = (values: (string | object)[], name: string) =>
    JSON.stringify(named(objects(values), 'NetworkPolicy', `school-lyceum-${name}`).spec.egress)
  for (const name of services) {
    const [container] = named(objects([own]), 'Deployment', `school-lyceum-${name}`).spec.template.spec.containers
    expect(container?.env).toContainEqual({ name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'https://otel.example.edu:4318/' })
    expect(container?.env).toContainEqual({ name: 'OTEL_TRACES_SAMPLER_ARG', value: '0.5' })
    expect(edge([own], name)).toContain('4318')
  }
  const none = [own, { tracing: { endpoint: '' } }]
  expect(JSON.stringify(objects(none))).not.toContain('OTEL_')
  expect(edge(none, 'course')).not.toContain('4318')
})
