/** Somebody apart from the server who does one thing at a time: a thread, a process. */
export interface Helper<Request> {
  tell(request: Request): void;
  /** Whether the server stays up for it. */
  hold(isHeld: boolean): void;
  end(): Promise<unknown>;
}

/** How long something may take, and what those who wait for it are told. */
export interface TimeBound {
  readonly milliseconds: number;
  readonly passed: () => Error;
}

export interface PoolOptions<Request, Reply> {
  /** For all callers together. */
  readonly most: number;
  /** A helper ends when it had nothing to do for so long. */
  readonly idleMs: number;
  /** @param fail it will do nothing any more, and why */
  readonly start: (
    hear: (said: Reply) => void,
    fail: (error: unknown) => void,
  ) => Helper<Request> | Promise<Helper<Request>>;
  /** From the request to the first thing that is said. */
  readonly bound: TimeBound;
  /** The bound of what follows, where this was not the last word on the request. */
  readonly further?: (said: Reply) => TimeBound | undefined;
  /** Whether whoever ended so should do nothing else: the next request gets a new helper. */
  readonly isSpent?: (said: Reply) => boolean;
}

/** Helpers that take turns with what they are asked for; none is started before the first request. */
export interface Pool<Request, Reply> {
  /** @throws what a bound says, what the helper failed with; the reason of the signal */
  ask(request: Request, signal: AbortSignal | undefined): Promise<Reply>;
  /** What it has to do, and what it did. */
  load(): PoolLoad;
  close(): Promise<void>;
}

/** How much a pool has to do, and what became of what it was asked for. */
export interface PoolLoad {
  /** Helpers at work, or being started. */
  readonly busy: number;
  readonly idle: number;
  /** Requests that no helper works on yet. */
  readonly waiting: number;
  readonly answered: number;
  /** A time bound passed, or a helper ended. */
  readonly failed: number;
}

interface Job<Request, Reply> {
  readonly request: Request;
  readonly resolve: (said: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

interface Member<Request, Reply> {
  helper: Helper<Request> | undefined;
  job: Job<Request, Reply> | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** @see Pool */
export function createPool<Request, Reply>(options: PoolOptions<Request, Reply>): Pool<Request, Reply> {
  type One = Member<Request, Reply>;
  const members = new Set<One>();
  const waiting: Job<Request, Reply>[] = [];
  let answered = 0;
  let failed = 0;

  const take = (member: One): void => {
    clearTimeout(member.timer);
    member.job = waiting.shift();
    member.helper?.hold(member.job !== undefined);
    if (member.job === undefined) {
      member.timer = setTimeout(() => void end(member), options.idleMs).unref();
      return;
    }
    bound(member, options.bound);
    member.helper?.tell(member.job.request);
  };

  const bound = (member: One, { milliseconds, passed }: TimeBound): void => {
    clearTimeout(member.timer);
    member.timer = setTimeout(() => fail(member, passed()), milliseconds);
  };

  const end = async (member: One): Promise<void> => {
    clearTimeout(member.timer);
    members.delete(member);
    await member.helper?.end();
  };

  const hear = (member: One, said: Reply): void => {
    const { job } = member;
    if (!members.has(member) || job === undefined) return;
    const further = options.further?.(said);
    if (further) {
      bound(member, further);
      return;
    }
    if (options.isSpent?.(said)) replace(member);
    else take(member);
    answered += 1;
    job.resolve(said);
  };

  const fail = (member: One, error: unknown): void => {
    if (!members.has(member)) return;
    if (member.job) failed += 1;
    member.job?.reject(error);
    replace(member);
  };

  const replace = (member: One): void => {
    void end(member);
    fill();
  };

  const start = async (): Promise<void> => {
    const member: One = { helper: undefined, job: undefined, timer: undefined };
    members.add(member);
    try {
      member.helper = await options.start(
        (said) => hear(member, said),
        (error) => fail(member, error),
      );
    } catch (error) {
      members.delete(member);
      failed += 1;
      waiting.shift()?.reject(error);
      fill();
      return;
    }
    if (members.has(member)) take(member);
    else await member.helper.end();
  };

  /** Has as many at work as there are jobs, up to the bound. */
  const fill = (): void => {
    if (waiting.length === 0) return;
    const idle = [...members].find(({ helper, job }) => helper !== undefined && job === undefined);
    if (idle) take(idle);
    else if (members.size < options.most) void start();
  };

  const ask = async (request: Request, signal: AbortSignal | undefined): Promise<Reply> => {
    signal?.throwIfAborted();
    let leave = () => {};
    const said = new Promise<Reply>((resolve, reject) => {
      const job = { request, resolve, reject };
      leave = () => {
        reject(signal?.reason);
        const place = waiting.indexOf(job);
        if (place !== -1) waiting.splice(place, 1);
        // Nobody waits for what it does.
        for (const member of members) if (member.job === job) replace(member);
      };
      waiting.push(job);
      fill();
    });
    signal?.addEventListener('abort', leave);
    try {
      return await said;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };

  return {
    ask,
    load: () => {
      const idle = [...members].filter(({ helper, job }) => helper !== undefined && job === undefined).length;
      return { busy: members.size - idle, idle, waiting: waiting.length, answered, failed };
    },
    close: async () => {
      await Promise.all([...members].map(end));
    },
  };
}
