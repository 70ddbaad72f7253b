// Definitions of dashboards and alerts (monitoring.ts writes both); each alert has its section in docs/operate/alerts.md. Expressions use
// only metrics that a pod exposes; tests/k8s compares them with a running system.

export type Panel = { title: string; unit: string; of: { expression: string; legend: string }[]; why?: string }
export type Alert = { name: string; expression: string; for: string; severity: 'page' | 'ticket'; summary: string }

const calls = 'lyceum_http_request_seconds'
const rate = (what: string, by: string) => `sum by (${by}) (rate(${what}[5m]))`
const quantile = (share: number, what: string, by: string) => `histogram_quantile(${share}, sum by (le, ${by}) (rate(${what}_bucket[5m])))`

export const dashboards: Record<string, { title: string; panels: Panel[] }> = {
  calls: {
    title: 'Lyceum: calls',
    panels: [
      { title: 'Calls a second', unit: 'reqps', of: [{ expression: rate(`${calls}_count`, 'service'), legend: '{{service}}' }] },
      {
        title: 'Failed, share',
        unit: 'percentunit',
        of: [
          {
            expression: `${rate(`${calls}_count{status=~"5.."}`, 'service')} / ${rate(`${calls}_count`, 'service')}`,
            legend: '{{service}}',
          },
        ],
      },
      {
        title: 'p50 and p99 by service',
        unit: 's',
        of: [0.5, 0.99].map((share) => ({ expression: quantile(share, calls, 'service'), legend: `{{service}} p${share * 100}` })),
      },
      {
        title: 'Slowest calls, p99',
        unit: 's',
        of: [{ expression: `topk(15, ${quantile(0.99, calls, 'service, call')})`, legend: '{{service}} {{call}}' }],
      },
      {
        title: 'Most frequent calls',
        unit: 'reqps',
        of: [{ expression: `topk(15, ${rate(`${calls}_count`, 'service, call')})`, legend: '{{service}} {{call}}' }],
      },
      {
        title: 'Answers by status',
        unit: 'reqps',
        of: [{ expression: rate(`${calls}_count{service="bff"}`, 'status'), legend: '{{status}}' }],
      },
      { title: 'Faults of pages', unit: 'reqps', of: [{ expression: 'sum(rate(lyceum_page_faults_total[5m]))', legend: 'faults' }] },
      { title: 'Open pages (hint streams)', unit: 'short', of: [{ expression: 'sum(lyceum_live_streams)', legend: 'streams' }] },
    ],
  },
  facts: {
    title: 'Lyceum: facts and jobs',
    panels: [
      {
        title: 'Age of the oldest unsent fact',
        unit: 's',
        of: [{ expression: 'max by (topic) (lyceum_outbox_age_seconds)', legend: '{{topic}}' }],
      },
      {
        title: 'Unsent facts',
        unit: 'short',
        of: [{ expression: 'max by (topic) (lyceum_outbox_size)', legend: '{{topic}}' }],
      },
      { title: 'Facts sent a second', unit: 'ops', of: [{ expression: rate('lyceum_facts_sent_total', 'topic'), legend: '{{topic}}' }] },
      {
        title: 'Consumers: facts behind',
        unit: 'short',
        of: [{ expression: 'sum by (consumer) (lyceum_consumer_lag)', legend: '{{consumer}}' }],
      },
      {
        title: 'From fact to consumer, p99',
        unit: 's',
        of: [{ expression: quantile(0.99, 'lyceum_fact_lag_seconds', 'consumer'), legend: '{{consumer}}' }],
      },
      { title: 'Parked facts', unit: 'short', of: [{ expression: 'max by (consumer) (lyceum_parked_facts)', legend: '{{consumer}}' }] },
      { title: 'Waiting jobs', unit: 'short', of: [{ expression: 'max by (kind) (lyceum_jobs_waiting)', legend: '{{kind}}' }] },
      {
        title: 'Age of the oldest waiting job',
        unit: 's',
        of: [{ expression: 'max by (kind) (lyceum_jobs_oldest_seconds)', legend: '{{kind}}' }],
      },
      {
        title: 'Jobs done and failed a second',
        unit: 'ops',
        of: ['done', 'failed'].map((how) => ({ expression: rate(`lyceum_jobs_${how}_total`, 'kind'), legend: `{{kind}} ${how}` })),
      },
      {
        title: 'Duration of jobs, p95',
        unit: 's',
        of: [{ expression: quantile(0.95, 'lyceum_job_seconds', 'kind'), legend: '{{kind}}' }],
      },
      { title: 'User actions a second', unit: 'ops', of: [{ expression: 'sum(rate(lyceum_user_actions_total[5m]))', legend: 'taken' }] },
    ],
  },
  saturation: {
    title: 'Lyceum: saturation',
    panels: [
      { title: 'Processor, cores', unit: 'short', of: [{ expression: 'rate(process_cpu_seconds_total[5m])', legend: '{{pod}}' }] },
      { title: 'Memory', unit: 'bytes', of: [{ expression: 'process_resident_memory_bytes', legend: '{{pod}}' }] },
      { title: 'Event loop delay, p99', unit: 's', of: [{ expression: 'lyceum_event_loop_seconds', legend: '{{pod}}' }] },
      {
        title: 'Work in bulk that gives way to calls, steps that wait',
        unit: 'short',
        of: [{ expression: 'rate(lyceum_bulk_waited_seconds_total[5m])', legend: '{{pod}}' }],
      },
      {
        title: 'Database connections',
        unit: 'short',
        of: [{ expression: 'sum by (service) (lyceum_database_connections)', legend: '{{service}}' }],
      },
      {
        title: 'Waiting for a database connection',
        unit: 'short',
        of: [{ expression: 'sum by (service) (lyceum_database_waiting)', legend: '{{service}}' }],
      },
      { title: 'Processes without Redis', unit: 'short', of: [{ expression: 'sum(lyceum_redis_away)', legend: 'processes' }] },
      { title: 'User actions not yet durable', unit: 'short', of: [{ expression: 'sum(lyceum_user_actions_waiting)', legend: 'waiting' }] },
    ],
  },
}

export const alerts: Alert[] = [
  {
    name: 'LyceumCallsFail',
    expression: `${rate(`${calls}_count{service="bff",status=~"5.."}`, 'namespace')} / ${rate(`${calls}_count{service="bff"}`, 'namespace')} > 0.02`,
    for: '5m',
    severity: 'page',
    summary: 'More than 2 % of calls are answered with an error.',
  },
  {
    name: 'LyceumCallsSlow',
    expression: `${quantile(0.99, `${calls}`, 'namespace, service')} > 2`,
    for: '10m',
    severity: 'page',
    summary: 'One call in a hundred of {{ $labels.service }} takes over two seconds.',
  },
  {
    name: 'LyceumOutboxStuck',
    expression: 'max by (namespace, topic) (lyceum_outbox_age_seconds) > 60',
    for: '2m',
    severity: 'page',
    summary: 'Facts of {{ $labels.topic }} have waited a minute to be sent.',
  },
  {
    name: 'LyceumConsumerBehind',
    expression: `${quantile(0.99, 'lyceum_fact_lag_seconds', 'namespace, consumer')} > 15`,
    for: '10m',
    severity: 'page',
    summary: '{{ $labels.consumer }} handles facts more than 15 seconds late.',
  },
  {
    name: 'LyceumFactsParked',
    expression: 'max by (namespace, consumer) (lyceum_parked_facts) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.consumer }} has parked facts that it could not handle.',
  },
  {
    name: 'LyceumTranscodingLate',
    expression: 'max by (namespace) (lyceum_jobs_oldest_seconds{kind="transcode"}) > 900',
    for: '5m',
    severity: 'ticket',
    summary: 'A video has waited a quarter of an hour for its transcoding.',
  },
  {
    name: 'LyceumJobsLate',
    expression: 'max by (namespace, kind) (lyceum_jobs_oldest_seconds{kind!="transcode"}) > 300',
    for: '5m',
    severity: 'ticket',
    summary: 'A job of kind {{ $labels.kind }} has been due for five minutes.',
  },
  {
    name: 'LyceumJobsDead',
    expression: 'max by (namespace, kind) (lyceum_jobs_dead) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'Jobs of kind {{ $labels.kind }} have failed for good.',
  },
  {
    name: 'LyceumJobsFail',
    expression: 'sum by (namespace, kind) (increase(lyceum_jobs_failed_total[15m])) > 20',
    for: '5m',
    severity: 'ticket',
    summary: 'Jobs of kind {{ $labels.kind }} fail again and again.',
  },
  {
    name: 'LyceumEventLoopLate',
    expression: 'lyceum_event_loop_seconds > 0.5',
    for: '10m',
    severity: 'ticket',
    summary: '{{ $labels.pod }} has an event loop delay of half a second.',
  },
  {
    name: 'LyceumDatabaseCrowded',
    expression: 'sum by (namespace, service) (lyceum_database_waiting) > 5',
    for: '5m',
    severity: 'page',
    summary: '{{ $labels.service }} waits for database connections.',
  },
  {
    name: 'LyceumRedisAway',
    expression: 'sum by (namespace) (lyceum_redis_away) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'Processes do without Redis: limits count per process, pages get fewer hints.',
  },
  {
    name: 'LyceumUserActionsWait',
    expression: 'sum by (namespace) (lyceum_user_actions_waiting) > 10000',
    for: '5m',
    severity: 'ticket',
    summary: 'User actions wait for Kafka; further ones will be refused.',
  },
]
