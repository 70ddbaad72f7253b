// The jobs of activity: kind → payload. service.ts binds their handlers. All are periodic.
export type Jobs = { sweepPlays: undefined; openActivities: undefined }
