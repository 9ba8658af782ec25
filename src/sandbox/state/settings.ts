/** Limits and switches that the operator of the real service can set (LIM). */
export const defaultSettings = {
  /** Seconds. */
  tokenLifetime: 3600,
  /** Seconds. */
  shortLivedTokenLifetime: 600,
  pageSize: 100,
  maxArchiveFileSize: 104_857_600,
  maxExtractingFileSize: 104_857_600,
  maxExtractingFileCount: 100,
  /** Milliseconds. */
  extractedFileLifetime: 2 * 3600 * 1000,
  scriptsWorkersCount: 10,
  maxFileSize: 104_857_600,
  forbiddenExtensions: ['exe', 'bat', 'cmd', 'com', 'js', 'vbs', 'ps1', 'msi', 'scr'],
  /**
   * Log level of scripts. The interpreter log needs at least `Info`, and the WorkflowTrace log needs `Trace` (HLO-5).
   */
  scriptLogLevel: 'Trace' as 'Trace' | 'Info' | 'Error',
  /** Settings under HealthChecks / RequestProcessingTimeSettings of the real service. Times are in milliseconds. */
  healthTracking: false,
  healthRange: 3600 * 1000,
  healthStep: 60 * 1000,
  healthMaxExecutionTime: 60 * 1000,
  healthCountForDegraded: 100,
  /** Calendar for events that specify no calendar (EVT-2). */
  defaultCalendar: 'Firm',
  /** Path of the MCP connection settings (AUT-8). The API description does not state it. */
  mcpSettingsPath: '/api/v1/mcp/connectionSettings',
  /** Path that returns the user of a token. The API description has no such operation. */
  userInfoPath: '/connect/userinfo',
  /** Whether the API reference under /swagger requires a token. The API description does not say. */
  referenceNeedsToken: false,
  /** URL on another server to which a hostile API reference refers. */
  referenceLure: 'http://reference.example.test/schema.json',
};
export type Settings = typeof defaultSettings;
