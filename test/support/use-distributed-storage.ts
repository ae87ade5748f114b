import { inject } from 'vitest'

// Test services read it: they also run outside Vitest, in scripts and benchmarks.
process.env.DISTRIBUTED_SERVERS = JSON.stringify(inject('distributedServers'))
