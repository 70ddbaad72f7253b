// Every service of the system, by name; the folder, the database and the topic have the same name.
export const services = {
  identity: () => import('./identity/src/service.ts'),
  course: () => import('./course/src/service.ts'),
  activity: () => import('./activity/src/service.ts'),
  upload: () => import('./upload/src/service.ts'),
  calendar: () => import('./calendar/src/service.ts'),
  notification: () => import('./notification/src/service.ts'),
  statistics: () => import('./statistics/src/service.ts'),
  import: () => import('./import/src/service.ts'),
}
export type ServiceName = keyof typeof services
export const serviceNames = Object.keys(services) as ServiceName[]

/** Targets that run only the jobs of one service, over its database. */
export const workers: Record<string, ServiceName> = { transcode: 'upload' }
