// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.codec;

import org.pmix4j.model.DataType;

/** The codes of {@link DataType} as compile-time constants, which a switch needs. */
final class TypeCodes {
	static final int UNDEF = 0;
	static final int BOOL = 1;
	static final int BYTE = 2;
	static final int STRING = 3;
	static final int SIZE = 4;
	static final int PID = 5;
	static final int INT = 6;
	static final int INT8 = 7;
	static final int INT16 = 8;
	static final int INT32 = 9;
	static final int INT64 = 10;
	static final int UINT = 11;
	static final int UINT8 = 12;
	static final int UINT16 = 13;
	static final int UINT32 = 14;
	static final int UINT64 = 15;
	static final int FLOAT = 16;
	static final int DOUBLE = 17;
	static final int TIMEVAL = 18;
	static final int TIME = 19;
	static final int STATUS = 20;
	static final int VALUE = 21;
	static final int PROC = 22;
	static final int APP = 23;
	static final int INFO = 24;
	static final int PDATA = 25;
	static final int BUFFER = 26;
	static final int BYTE_OBJECT = 27;
	static final int KVAL = 28;
	static final int MODEX = 29;
	static final int PERSIST = 30;
	static final int POINTER = 31;
	static final int SCOPE = 32;
	static final int DATA_RANGE = 33;
	static final int COMMAND = 34;
	static final int INFO_DIRECTIVES = 35;
	static final int DATA_TYPE = 36;
	static final int PROC_STATE = 37;
	static final int PROC_INFO = 38;
	static final int DATA_ARRAY = 39;
	static final int PROC_RANK = 40;
	static final int QUERY = 41;
	static final int COMPRESSED_STRING = 42;
	static final int ALLOC_DIRECTIVE = 43;
	static final int INFO_ARRAY = 44;
	static final int IOF_CHANNEL = 45;
	static final int ENVAR = 46;
	static final int COORD = 47;
	static final int REGATTR = 48;
	static final int REGEX = 49;
	static final int JOB_STATE = 50;
	static final int LINK_STATE = 51;
	static final int PROC_CPUSET = 52;
	static final int GEOMETRY = 53;
	static final int DEVICE_DIST = 54;
	static final int ENDPOINT = 55;
	static final int TOPO = 56;
	static final int DEVTYPE = 57;
	static final int LOCTYPE = 58;
	static final int COMPRESSED_BYTE_OBJECT = 59;
	static final int PROC_NSPACE = 60;
	static final int PROC_STATS = 61;
	static final int DISK_STATS = 62;
	static final int NET_STATS = 63;
	static final int NODE_STATS = 64;
	static final int DATA_BUFFER = 65;
	static final int STOR_MEDIUM = 66;
	static final int STOR_ACCESS = 67;
	static final int STOR_PERSIST = 68;
	static final int STOR_ACCESS_TYPE = 69;
	static final int DEVICE = 70;
	static final int RESBLOCK_DIRECTIVE = 71;
	static final int RESOURCE_UNIT = 72;
	static final int NODE_PID = 73;

	private TypeCodes() {
	}
}
