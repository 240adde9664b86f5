# lb_qhull_with_constants(out DIR files...): copies of qhull's sources in which the options that hulls
# of meshes never set (src/asset/hull.c) are the constants that they always are. The code for other
# options, two fifths of it, then goes by itself.
#
# An assignment stays one; whoever reads such an option gets the constant. A new version of qhull whose
# options are written in another way does not compile. PRINTprecision only decides on messages.

set(lb_qhull_zero
    ALLpoints ALLOWshort ALLOWwarning ALLOWwide ANGLEmerge APPROXhull ATinfinity AVOIDold BESToutside
    CHECKduplicates CHECKfrequently DELAUNAY FORCEoutput GOODpoint GOODthreshold GOODvertex HALFspace
    IStracing KEEPcoplanar KEEPinside MERGEexact MERGEpinched NEWtentative NOnarrow NOnearinside NOpremerge
    ONLYgood ONLYmax POSTmerge POSTmerging PRINTgood PRINTprecision PRINTstatistics PROJECTdelaunay
    PROJECTinput RANDOMdist RANDOMoutside REPORTfreq REPORTfreq2 RERUN SCALEinput SCALElast SETroundoff
    SKIPcheckmax SKIPconvex SPLITthresholds STOPcone STOPpoint TESTpoints TESTvneighbors TRACElevel TRACEmerge
    TRInormals UPPERdelaunay USEstdout VERIFYoutput VIRTUALmemory VORONOI)
set(lb_qhull_one KEEPnearinside MERGEindependent MERGEvertices MERGING PREmerge TRIangulate)

function(lb_qhull_with_constants out dir)
  set(copies "")
  list(JOIN lb_qhull_zero "|" zero)
  list(JOIN lb_qhull_one "|" one)
  set(none "GOODpointp|GOODvertexp|GOODclosest|tracefacet|traceridge|tracevertex")
  set(all "${zero}|${one}|${none}|JOGGLEmax|ROTATErandom|TRACEpoint|hull_dim|input_dim")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    # what is written to, or pointed at, keeps its name
    foreach(pass 1 2) # (twice for a = b = c)
      string(REGEX REPLACE "qh->(${all})( *[-+*/]?= *[^=]|[+][+]|--)" "qh->@\\1\\2" text "${text}")
    endforeach()
    string(REGEX REPLACE "&qh->(${all})([^A-Za-z0-9_])" "&qh->@\\1\\2" text "${text}")
    string(REGEX REPLACE "(m[axin]+imize_\\( *)qh->(${all})" "\\1qh->@\\2" text "${text}")
    string(REGEX REPLACE "qh->(${zero})([^A-Za-z0-9_])" "0\\2" text "${text}")
    string(REGEX REPLACE "qh->(${one})([^A-Za-z0-9_])" "1\\2" text "${text}")
    string(REGEX REPLACE "qh->(${none})([^A-Za-z0-9_])" "((typeof(qh->@\\1))0)\\2" text "${text}")
    string(REGEX REPLACE "qh->JOGGLEmax([^A-Za-z0-9_])" "REALmax\\1" text "${text}")
    string(REGEX REPLACE "qh->CENTERtype *== *qh_ASvoronoi" "0" text "${text}")
    string(REGEX REPLACE "qh->PRINTout(.[i01].)( ==|&&|[)])" "qh_PRINTnone\\2" text "${text}")
    string(REGEX REPLACE "qh->ROTATErandom([^A-Za-z0-9_])" "INT_MIN\\1" text "${text}")
    string(REGEX REPLACE "qh->TRACEpoint([^A-Za-z0-9_])" "qh_IDnone\\1" text "${text}")
    string(REGEX REPLACE "qh->(hull_dim|input_dim)([^A-Za-z0-9_])" "3\\2" text "${text}")
    string(REPLACE "qh->@" "qh->" text "${text}")
    get_filename_component(name "${file}" NAME)
    set(copy "${dir}/${name}")
    lb_write_copy("${copy}" "${text}")
    list(APPEND copies "${copy}")
  endforeach()
  set(${out} "${copies}" PARENT_SCOPE)
endfunction()
