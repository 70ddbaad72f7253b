// The calls of every service: read by the BFF's forwarding, the OpenAPI document and the rights matrix.
import { contracts as activity } from '@lyceum/activity/contracts'
import { contracts as calendar } from '@lyceum/calendar/contracts'
import { contracts as course } from '@lyceum/course/contracts'
import { contracts as identity } from '@lyceum/identity/contracts'
import { contracts as imports } from '@lyceum/import/contracts'
import { contracts as notification } from '@lyceum/notification/contracts'
import { contracts as statistics } from '@lyceum/statistics/contracts'
import { contracts as upload } from '@lyceum/upload/contracts'

export const contracts = { identity, course, activity, upload, calendar, notification, statistics, import: imports }
