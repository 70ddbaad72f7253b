import { query } from '../../queries.ts'

export const activityQuery = (id: string) => query('GET /api/activities/:id', { params: { id } })
export const courseQuery = (id: string) => query('GET /api/courses/:id', { params: { id } })
export const contentQuery = (id: string) => query('GET /api/courses/:id/all-activities', { params: { id } })
