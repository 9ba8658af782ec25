/** Limits and switches that an operator of the real service would set (LIM). */
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
  /** Level of the script logs: WorkflowTrace needs Trace, the interpreter's log Info (HLO-5). */
  scriptLogLevel: 'Trace' as 'Trace' | 'Info' | 'Error',
  /** HealthChecks / RequestProcessingTimeSettings, times in milliseconds. */
  healthTracking: false,
  healthRange: 3600 * 1000,
  healthStep: 60 * 1000,
  healthMaxExecutionTime: 60 * 1000,
  healthCountForDegraded: 100,
  /** The calendar that events without one go to (EVT-2). */
  defaultCalendar: 'Firm',
  /** Where this service answers with the MCP connection settings (AUT-8); the path is not stated. */
  mcpSettingsPath: '/api/v1/mcp/connectionSettings',
  /** Where this service tells whose token a request carries; the API description states no such operation. */
  userInfoPath: '/connect/userinfo',
  /** Whether the documents of the live reference are for signed-in callers alone; not stated. */
  referenceNeedsToken: false,
  /** Where a hostile reference leads its readers. */
  referenceLure: 'http://reference.example.test/schema.json',
};
export type Settings = typeof defaultSettings;
